import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { IsNotEmpty, IsString } from 'class-validator';
import { AgentService, type AgentAnswer } from './agent.service.js';

class QuestionDto {
  @IsString()
  @IsNotEmpty()
  question: string;
}

@Controller('ask')
export class AgentController {
  constructor(private readonly agent: AgentService) {}

  @Post()
  @HttpCode(200)
  ask(@Body() { question }: QuestionDto): Promise<AgentAnswer> {
    return this.agent.answer(question);
  }
}
