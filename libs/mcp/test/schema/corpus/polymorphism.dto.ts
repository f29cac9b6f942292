import { IsString, IsInt, ValidateNested, IsDefined, IsArray, IsIn } from 'class-validator';
import { Type } from 'class-transformer';

export abstract class Pet {
  @IsIn(['cat', 'dog']) type!: string;
  @IsString() name!: string;
}

export class Cat extends Pet {
  declare type: 'cat';
  @IsInt() lives!: number;
}

export class Dog extends Pet {
  declare type: 'dog';
  @IsString() breed!: string;
}

export class DiscriminatedOne {
  @IsDefined()
  @ValidateNested()
  @Type(() => Pet, {
    keepDiscriminatorProperty: true,
    discriminator: {
      property: 'type',
      subTypes: [
        { value: Cat, name: 'cat' },
        { value: Dog, name: 'dog' },
      ],
    },
  })
  pet!: Cat | Dog;
}

export class DiscriminatedArray {
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => Pet, {
    keepDiscriminatorProperty: true,
    discriminator: {
      property: 'type',
      subTypes: [
        { value: Cat, name: 'cat' },
        { value: Dog, name: 'dog' },
      ],
    },
  })
  pets!: (Cat | Dog)[];
}

export class Shape0 {
  declare kind: string;
}

export class Circle extends Shape0 {
  declare kind: 'circle';
  @IsInt() r!: number;
}

export class Square extends Shape0 {
  declare kind: 'square';
  @IsInt() side!: number;
}

export class DiscriminatedDropped {
  @IsDefined()
  @ValidateNested()
  @Type(() => Circle, {
    discriminator: {
      property: 'kind',
      subTypes: [
        { value: Circle, name: 'circle' },
        { value: Square, name: 'square' },
      ],
    },
  })
  shape!: Circle | Square;
}

export class UnionTypeFn {
  @IsDefined()
  @ValidateNested()
  @Type((o) => (o?.object.kind === 'circle' ? Circle : Square))
  shape!: Circle | Square;
  @IsIn(['circle', 'square']) kind!: 'circle' | 'square';
}
