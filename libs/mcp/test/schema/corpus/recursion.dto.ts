import { IsString, ValidateNested, IsArray, IsOptional } from 'class-validator';
import { Type } from 'class-transformer';

export type Lazy<T> = T;

export class TreeNode {
  @IsString() name!: string;
  @IsArray() @ValidateNested({ each: true }) @Type(() => TreeNode) children!: TreeNode[];
}

export class LinkedNode {
  @IsString() v!: string;
  @IsOptional() @ValidateNested() @Type(() => LinkedNode) next?: LinkedNode;
}

export class MutualA {
  @IsString() a!: string;
  @IsOptional() @ValidateNested() @Type(() => MutualB) b?: Lazy<MutualB>;
}

export class MutualB {
  @IsString() b!: string;
  @IsOptional() @ValidateNested({ each: true }) @Type(() => MutualA) as?: MutualA[];
}

export class HasTree {
  @ValidateNested() @Type(() => TreeNode) root!: TreeNode;
  @IsOptional() @ValidateNested() @Type(() => TreeNode) other?: TreeNode;
}
