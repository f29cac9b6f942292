import {
  IsString,
  IsInt,
  IsOptional,
  ValidateIf,
  IsIn,
  registerDecorator,
  Validate,
  ValidatorConstraint,
  type ValidatorConstraintInterface,
  IsDefined,
  ValidateBy,
} from 'class-validator';

export class ConditionalSibling {
  @IsIn(['card', 'cash']) kind!: 'card' | 'cash';
  @ValidateIf((o) => o.kind === 'card') @IsString() cardNo?: string;
}

export class GroupsDto {
  @IsInt({ groups: ['update'] }) id!: number;
  @IsString({ groups: ['create', 'update'] }) name!: string;
  @IsString({ always: true }) both!: string;
}

export class GroupsCreate {
  @IsOptional({ groups: ['update'] }) @IsString({ groups: ['create', 'update'] }) name!: string;
  @IsInt({ groups: ['create'] }) n!: number;
}

export function IsEvenNumber() {
  return (o: object, p: string) =>
    registerDecorator({
      name: 'isEvenNumber',
      target: o.constructor,
      propertyName: p,
      validator: {
        validate: (v: any) => typeof v === 'number' && v % 2 === 0,
        defaultMessage: () => '$property must be even',
      },
    });
}

@ValidatorConstraint({ name: 'startsWithA', async: false })
export class StartsWithA implements ValidatorConstraintInterface {
  validate(v: any) {
    return typeof v === 'string' && v.startsWith('a');
  }
}

export class CustomSync {
  @IsEvenNumber() n!: number;
  @Validate(StartsWithA) s!: string;
}

export class CustomSyncTyped {
  @IsInt() @IsEvenNumber() n!: number;
  @IsString() @Validate(StartsWithA) s!: string;
}

@ValidatorConstraint({ name: 'notTaken', async: true })
export class NotTaken implements ValidatorConstraintInterface {
  async validate(v: any) {
    return v !== 'abc';
  }
}

export class CustomAsync {
  @IsString() @Validate(NotTaken) name!: string;
}

export class SkipMissing {
  @IsString() s!: string;
  @IsDefined() @IsInt() n!: number;
}

export class CustomAnyIn {
  @ValidateBy({
    name: 'isIn',
    constraints: [['x']],
    validator: { validate: (v: any) => v === 'x' },
  })
  s!: string;
}
