import { Injectable } from '@nestjs/common';
import { InjectTools, RemoteError, type ToolSet } from 'nest-toolport/client';
import { KeywordModel } from './keyword-model.js';

export interface AgentAnswer {
  readonly tool?: string;
  readonly text: string;
}

/** One turn of an agent: the model chooses among all tools, our own and the servers', and one is called. */
@Injectable()
export class AgentService {
  constructor(
    @InjectTools() private readonly tools: ToolSet,
    private readonly model: KeywordModel,
  ) {}

  async answer(question: string): Promise<AgentAnswer> {
    const choice = this.model.choose(question, this.tools.list());
    if (!choice) return { text: 'I have no tool for that.' };
    const { tool, args } = choice;
    try {
      const { content } = await this.tools.execute(tool, args, { timeout: 10_000 });
      const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
      return { tool, text };
    } catch (error) {
      // The server cannot be had: the rest of the application does not care.
      if (!(error instanceof RemoteError)) throw error;
      return { tool, text: `That did not work: ${error.code}` };
    }
  }
}
