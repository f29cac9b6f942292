import { IsString } from 'class-validator';

export class Contact {
  @IsString() email!: string;
}
