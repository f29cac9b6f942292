import {
  Body,
  Controller,
  Get,
  Module,
  Param,
  ParseIntPipe,
  Post,
  UseGuards,
} from '@nestjs/common';
import { IsInt, IsString, Min } from 'class-validator';
import { McpCall, McpCallContext, McpModule, McpTool } from 'nest-toolport';
import { KeyGuard } from './key.guard__EXT__';

export class CreateNoteDto {
  @IsString()
  text!: string;

  @IsInt()
  @Min(1)
  stars!: number;
}

@Controller('notes')
@UseGuards(KeyGuard)
export class NotesController {
  @Post()
  @McpTool({ description: 'Writes a note' })
  create(@Body() dto: CreateNoteDto, @McpCall() call: McpCallContext) {
    return { ...dto, via: call.transport };
  }

  @Get(':id')
  @McpTool({ description: 'Finds a note' })
  find(@Param('id', ParseIntPipe) id: number) {
    return { id };
  }
}

@Module({
  imports: [McpModule.forRoot({ name: 'consumer', version: '1.0.0' })],
  controllers: [NotesController],
})
export class AppModule {}
