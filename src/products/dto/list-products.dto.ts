import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, Length } from 'class-validator';

export class ListProductsDto {
  @ApiPropertyOptional({ description: 'Part of the name, in any case', example: 'tea' })
  @IsOptional()
  @IsString()
  @Length(1, 80)
  name?: string;
}
