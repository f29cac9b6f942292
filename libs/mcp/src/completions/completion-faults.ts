import type { CompletionTarget } from '../decorators/primitive.options.js';
import type { SetupProblem } from '../errors/setup.error.js';

/** What there is to complete: arguments by prompt name, and by URI template. */
export interface Completable {
  readonly prompts: ReadonlyMap<string, readonly string[]>;
  readonly templates: ReadonlyMap<string, readonly string[]>;
}

/** Why nobody would ever be shown the suggestions, if nobody would. */
export function completionFault(
  { prompt, resource, argument }: CompletionTarget,
  { prompts, templates }: Completable,
  where: string,
): SetupProblem | undefined {
  const [kind, all, target = ''] =
    prompt === undefined
      ? (['resource template', templates, resource] as const)
      : (['prompt', prompts, prompt] as const);
  const code = 'MCP_COMPLETION_UNKNOWN';
  const known = all.get(target);
  if (!known) {
    const names = [...all.keys()].join(', ');
    const remedy = names ? `use one of: ${names}` : `add one, or remove @McpComplete()`;
    return { code, where, message: `there is no ${kind} "${target}"`, remedy };
  }
  if (known.includes(argument)) return undefined;
  const names = known.join(', ');
  const remedy = names ? `use one of: ${names}` : 'it takes none: remove @McpComplete()';
  return { code, where, message: `"${target}" has no argument "${argument}"`, remedy };
}
