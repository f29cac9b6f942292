import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { IsText } from '../../validation/is-text.js';

export class ListProductsDto {
  @ApiPropertyOptional({ description: 'Part of the name, in any case', example: 'tea' })
  @IsOptional()
  @IsText({ max: 80 })
  name?: string;
}
