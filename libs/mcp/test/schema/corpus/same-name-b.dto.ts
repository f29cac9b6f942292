import { IsInt } from 'class-validator';

export class Contact {
  @IsInt() phone!: number;
}
