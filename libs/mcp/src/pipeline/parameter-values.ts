import type { CompiledParameter } from './compiled-chain.js';
import type { CallExchange } from './call-exchange.js';
import type { CallExecutionContext } from './execution-context.js';
import type { HandedOn } from './handed-on.js';
import { isValidationPipe } from './is-validation-pipe.js';
import { isThenable } from '../wire/awaitable.js';
import { PARAMETER } from './nest-metadata.js';

/** Nest's own reader of route parameters: `@Param('id')` → `request.params.id`, and all others. */
export interface RouteParameters {
  exchangeKeyForValue(
    type: number,
    data: unknown,
    args: { req: object; res: object; next: unknown },
  ): unknown;
}

/** One call: where its values come from, and who is told which error a pipe refused them with. */
export interface FilledCall {
  readonly exchange: CallExchange;
  readonly handedOn: HandedOn;
  readonly context: CallExecutionContext;
  /** Of any pipe. */
  refused?: unknown;
  /** Of a `ValidationPipe`. */
  invalid?: unknown;
}

/**
 * Fills the method's parameters: extracts each value and sends it through its pipes.
 *
 * All pipes start before one of them has ended, those of the last parameter first, and the first error
 * is the one thrown, as on the route.
 *
 * @param apply called with the arguments: at once, or when the last pipe has run
 */
export function fillParameters(
  parameters: readonly CompiledParameter[],
  call: FilledCall,
  routeParameters: RouteParameters,
  apply: (values: unknown[]) => unknown,
): unknown {
  const values: unknown[] = [];
  let pending: Promise<void>[] | undefined;
  // Nest walks them as their decorators ran, which is from the last to the first.
  for (let place = parameters.length - 1; place >= 0; place -= 1) {
    const parameter = parameters[place];
    const { plan, pipes, net } = parameter;
    try {
      const value = extract(parameter, call, routeParameters);
      if (plan.pipeable && (net || pipes.length > 0 || isThenable(value))) {
        (pending ??= []).push(applyPipes(parameter, value, values, call));
      } else {
        values[plan.index] = value;
      }
    } catch (error) {
      (pending ??= []).push(Promise.reject(error));
    }
  }
  if (!pending) return apply(values);
  const filled = pending.length === 1 ? pending[0] : Promise.all(pending);
  return filled.then(() => apply(values));
}

/** What carries arguments: to be read where they are, without a request that nobody has looked at. */
const CARRIED: ReadonlySet<number> = new Set([PARAMETER.body, PARAMETER.query, PARAMETER.path]);

const NO_RESPONSE = Object.freeze({});

function extract(
  { plan }: CompiledParameter,
  call: FilledCall,
  routeParameters: RouteParameters,
): unknown {
  const { exchange } = call;
  if (plan.type !== undefined) {
    const bag = CARRIED.has(plan.type)
      ? { req: exchange.carrier, res: NO_RESPONSE, next: undefined }
      : { req: exchange.request, res: exchange.response, next: call.handedOn.next };
    return routeParameters.exchangeKeyForValue(plan.type, plan.data, bag);
  }
  if (plan.kind === 'whole') return exchange.args;
  return plan.factory ? plan.factory(plan.data, call.context) : null;
}

async function applyPipes(
  { plan, pipes, net, metadata }: CompiledParameter,
  extracted: unknown,
  values: unknown[],
  call: FilledCall,
): Promise<void> {
  let value = isThenable(extracted) ? await extracted : extracted;
  for (const pipe of net ? [...pipes, net] : pipes) {
    try {
      value = await pipe.transform(value, { ...metadata });
    } catch (error) {
      call.refused ??= error;
      if (isValidationPipe(pipe)) call.invalid ??= error;
      throw error;
    }
  }
  values[plan.index] = value;
}
