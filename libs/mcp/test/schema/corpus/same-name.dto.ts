import { IsDefined, ValidateNested } from 'class-validator';
import { Type } from 'class-transformer';
import { Contact as ContactA } from './same-name-a.dto.js';
import { Contact as ContactB } from './same-name-b.dto.js';

export class SameNameClasses {
  @IsDefined() @ValidateNested() @Type(() => ContactA) a!: ContactA;
  @IsDefined() @ValidateNested() @Type(() => ContactB) b!: ContactB;
}
