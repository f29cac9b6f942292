import type { McpCallContext } from '../../context/call-context.js';
import type { GetPromptResult } from '../../protocol/definitions.js';
import type { PromptEntry } from '../../prompts/prompt-entry.js';
import { asOperation } from '../operation-error.js';
import { runRounds } from '../calls/run-rounds.js';
import { offersPrompts } from '../capabilities.js';
import { orBehindGate } from '../gate.js';
import { invalidParams, stringParam, stringsOf } from '../params.js';
import type { RequestScope } from '../request-scope.js';
import type { ServerCore } from '../server-core.js';
import type { Method } from './method.js';

/** `prompts/get`: a known prompt meets its own guards, inside `get`. */
export const promptsGet: Method = { gated: false, offered: offersPrompts, handle };

async function handle(scope: RequestScope, core: ServerCore): Promise<object> {
  const { entry, args } = await orBehindGate(scope, core, () => find(scope, core));
  const plan = {
    kind: 'prompt' as const,
    name: entry.name,
    timeout: entry.timeout,
    invoke: (call: McpCallContext) => {
      const missing = missingArguments(entry, args, scope);
      return missing.length === 0 ? entry.get(args, call) : refuse(entry, args, missing, call);
    },
    finish: (result: GetPromptResult) => scope.dialect.promptResult(result, core.stamp),
  };
  return asOperation(() => runRounds(scope, core, plan));
}

function find(scope: RequestScope, { tables }: ServerCore) {
  const name = stringParam(scope.params, 'name');
  const entry = tables.prompts?.get(name);
  if (!entry?.visible) throw invalidParams(`Unknown prompt: ${name}`);
  const args = stringsOf(scope.params.arguments, 'params.arguments');
  return { entry, args };
}

function missingArguments(
  entry: PromptEntry,
  args: object,
  { dialect }: RequestScope,
): readonly string[] {
  const declared = entry.definitionFor(dialect.shape).arguments ?? [];
  return declared
    .filter(({ name, required }) => required && !Object.hasOwn(args, name))
    .map(({ name }) => name);
}

/** Only who may get the prompt is told what it takes. */
async function refuse(
  entry: PromptEntry,
  args: Readonly<Record<string, string>>,
  missing: readonly string[],
  call: McpCallContext,
): Promise<never> {
  await entry.admit?.(args, call);
  throw invalidParams(`The prompt ${entry.name} needs the arguments: ${missing.join(', ')}`);
}
