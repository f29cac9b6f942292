import { Exclude, Expose, Transform, Type } from 'class-transformer';
import {
  IsEmail,
  IsInt,
  IsOptional,
  IsString,
  IsEnum,
  ValidateNested,
  IsArray,
} from 'class-validator';

export enum Role {
  Admin = 'admin',
  User = 'user',
}

export class OAddr {
  @IsString() street!: string;
  @IsOptional() @IsString() zip?: string;
}

/** password hidden from output only */
export class OUser {
  @IsInt() id!: number;
  @IsEmail() email!: string;
  @Exclude({ toPlainOnly: true }) @IsString() password!: string;
  @IsOptional() @IsString() bio?: string;
}

/** class-level Exclude + Expose, rename, getter */
@Exclude()
export class OAccount {
  @Expose() id!: number;
  @Expose({ name: 'owner_id' }) ownerId!: number;
  secret!: string;
  @Expose() get label(): string {
    return '#' + this.id;
  }
}
/** plain response class without any decorator */
export class OPlain {
  id!: number;
  name!: string;
  tags!: string[];
  when!: Date;
  note?: string;
  shippedAt!: Date | null;
}

/** nested + arrays + Date, with @Type */
export class ONested {
  @Type(() => OAddr) addr!: OAddr;
  @Type(() => OAddr) list!: OAddr[];
  @Type(() => Date) at!: Date;
}

/** nested without @Type (entity built with new) */
export class ONestedNoType {
  addr!: OAddr;
  list!: OAddr[];
}

/** output transform changes the type */
export class OTransform {
  @Transform(({ value }) => String(value), { toPlainOnly: true }) @IsInt() big!: number;
  @Transform(({ value }) => value?.toISOString?.().slice(0, 10), { toPlainOnly: true }) day!: Date;
}

/** enum */
export class OEnum {
  @IsEnum(Role) role!: Role;
  @IsArray() @IsEnum(Role, { each: true }) roles!: Role[];
}

/** recursion */
export class OTree {
  @IsString() name!: string;
  @IsArray() @ValidateNested({ each: true }) @Type(() => OTree) kids!: OTree[];
}

/** input-only exclusion is still output */
export class OReadonly {
  @Exclude({ toClassOnly: true }) @IsInt() id!: number;
  @IsString() name!: string;
}

/** validators stricter than data in the DB */
export class OStrict {
  @IsEmail() email!: string;
  @IsString() nick!: string;
  @IsOptional() @IsString() bio?: string;
}
