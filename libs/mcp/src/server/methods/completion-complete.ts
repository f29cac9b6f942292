import {
  completionKey,
  MOST_COMPLETIONS,
  type CompletionPage,
} from '../../completions/completion-entry.js';
import type { McpCallContext } from '../../context/call-context.js';
import type { ProtocolError } from '../../errors/protocol.error.js';
import type { PromptEntry } from '../../prompts/prompt-entry.js';
import type { TemplateEntry } from '../../resources/resource-entry.js';
import { isJsonObject, type RpcParams } from '../../protocol/json-rpc.js';
import { runCall } from '../calls/run-call.js';
import { offersCompletions } from '../capabilities.js';
import { endpointCall, failBehindGate, orBehindGate, passGate } from '../gate.js';
import { asOperation } from '../operation-error.js';
import { invalidParams, stringParam, stringsOf } from '../params.js';
import type { RequestScope } from '../request-scope.js';
import type { ServerCore } from '../server-core.js';
import type { Method } from './method.js';

/** `completion/complete`: a known completer meets its own guards, inside `complete`. */
export const completionComplete: Method = { gated: false, offered: offersCompletions, handle };

/** What is to be completed. */
interface Target {
  readonly entry: PromptEntry | TemplateEntry;
  readonly kind: 'prompt' | 'resource';
  /** Name of the prompt, or text of the template. */
  readonly target: string;
  /** Of all that can be completed. */
  readonly names: readonly string[];
  readonly argument: string;
  readonly value: string;
  readonly context: Readonly<Record<string, string>>;
}

async function handle(scope: RequestScope, core: ServerCore): Promise<object> {
  const target = await orBehindGate(scope, core, () => find(scope, core));
  if (!(await isShown(target.entry, scope, core))) {
    return failBehindGate(scope, core, unknown(target));
  }
  // Behind the question who is shown it: the answer tells the names of its arguments.
  if (!target.names.includes(target.argument)) {
    const message = `${target.target} has no argument "${target.argument}"`;
    return failBehindGate(scope, core, invalidParams(message));
  }
  const suggested = await suggest(target, scope, core);
  return scope.dialect.complete({ completion: firstPage(suggested) }, core.stamp);
}

function find(scope: RequestScope, core: ServerCore): Target {
  const { params } = scope;
  if (!isJsonObject(params.argument)) throw invalidParams('"params.argument" must be an object');
  const argument = stringParam(params.argument, 'name');
  const value = stringParam(params.argument, 'value');
  const { arguments: filled } = isJsonObject(params.context) ? params.context : {};
  const context = stringsOf(filled, 'params.context.arguments');
  const reference = readReference(params, scope, core);
  return { ...reference, argument, value, context };
}

function readReference({ ref }: RpcParams, { dialect }: RequestScope, { tables }: ServerCore) {
  if (isJsonObject(ref) && ref.type === 'ref/prompt') {
    const target = stringParam(ref, 'name');
    const prompt = tables.prompts?.get(target);
    if (!prompt?.visible) throw unknown({ kind: 'prompt', target });
    const { arguments: declared = [] } = prompt.definitionFor(dialect.shape);
    const names = declared.map(({ name }) => name);
    return { kind: 'prompt' as const, target, names, entry: prompt };
  }
  if (isJsonObject(ref) && ref.type === 'ref/resource') {
    const target = stringParam(ref, 'uri');
    const entry = tables.resources?.templates.get(target);
    if (!entry?.visible) throw unknown({ kind: 'resource', target });
    return { kind: 'resource' as const, target, names: entry.template.variables, entry };
  }
  throw invalidParams('"params.ref" must be of type "ref/prompt" or "ref/resource"');
}

/** What a caller is not shown (scopes, list guards), it is not told the values of either. */
async function isShown(
  entry: Target['entry'],
  scope: RequestScope,
  core: ServerCore,
): Promise<boolean> {
  const call = endpointCall(scope, scope.method, core);
  return (await entry.isListedFor?.(call)) ?? true;
}

function unknown({ kind, target }: Pick<Target, 'kind' | 'target'>): ProtocolError {
  const what = kind === 'prompt' ? 'prompt' : 'resource template';
  return invalidParams(`Unknown ${what}: ${target}`);
}

async function suggest(
  { kind, target, argument, value, context }: Target,
  scope: RequestScope,
  core: ServerCore,
): Promise<readonly string[] | CompletionPage> {
  const entry = core.tables.completions?.get(completionKey(kind, target, argument));
  if (!entry) {
    await passGate(scope, core);
    return [];
  }
  const plan = {
    kind: 'completion' as const,
    name: target,
    timeout: entry.timeout,
    invoke: (call: McpCallContext) => entry.complete({ value, context }, call),
  };
  return asOperation(() =>
    runCall(scope, core, plan, undefined, {
      succeeded: (found: readonly string[] | CompletionPage) => found,
      failed: (error) => {
        throw error;
      },
    }),
  );
}

function firstPage(suggested: readonly string[] | CompletionPage): CompletionPage {
  const page: CompletionPage = isList(suggested)
    ? { values: suggested, total: suggested.length }
    : suggested;
  const values = page.values.slice(0, MOST_COMPLETIONS);
  const cut = values.length < page.values.length;
  return { values, total: page.total, hasMore: cut || (page.hasMore ?? false) };
}

function isList(value: readonly string[] | CompletionPage): value is readonly string[] {
  return Array.isArray(value);
}
