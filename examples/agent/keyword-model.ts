import { Injectable } from '@nestjs/common';
import type { Tool } from 'nest-toolport/client';

export interface Choice {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/**
 * Stands where a language model would, so that the example runs without a key: it takes the tool whose
 * description has most of the question's words. With a real one, send `toOpenAiTools(tools)` or
 * `toAnthropicTools(tools)` along, and take the name and the arguments from its answer.
 */
@Injectable()
export class KeywordModel {
  choose(question: string, tools: readonly Tool[]): Choice | undefined {
    const asked = words(question);
    const ranked = tools
      .map((tool) => ({
        tool,
        score: words(tool.description ?? '').filter((word) => asked.includes(word)).length,
      }))
      .toSorted((a, b) => b.score - a.score);
    const best = ranked[0];
    if (!best || best.score === 0) return undefined;
    return { tool: best.tool.name, args: argumentsFor(best.tool, question) };
  }
}

/** A quoted part of the question is the first argument of the tool. */
function argumentsFor({ inputSchema }: Tool, question: string): Readonly<Record<string, unknown>> {
  const [name] = Object.keys(inputSchema.properties ?? {});
  const value = /"([^"]+)"/.exec(question)?.[1];
  return name === undefined || value === undefined ? {} : { [name]: value };
}

function words(text: string): string[] {
  return text.toLowerCase().match(/[a-z]{4,}/g) ?? [];
}
