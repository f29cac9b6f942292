import { IsInt, IsOptional, IsString, Max, MaxLength, Min, MinLength } from 'class-validator';

export class AddBookDto {
  @IsString()
  @MinLength(1)
  @MaxLength(200)
  title: string;

  @IsString()
  @MinLength(1)
  author: string;

  @IsInt()
  @Min(1450)
  @Max(2100)
  year: number;
}

export class FindBooksDto {
  /** Part of the author's name. */
  @IsOptional()
  @IsString()
  author?: string;
}

export class BookDto extends AddBookDto {
  @IsInt()
  id: number;
}
