import type { CompiledParameter } from './compiled-chain.js';
import type { CallExecutionContext } from './execution-context.js';
import { isValidationPipe } from './is-validation-pipe.js';
import { isThenable } from '../wire/awaitable.js';
import { REQUEST_ARGUMENTS } from '../decorators/metadata-keys.js';

/** Nest's own reader of route parameters: `@Param('id')` → `request.params.id`, and all others. */
export interface RouteParameters {
  exchangeKeyForValue(
    type: number,
    data: unknown,
    args: { req: object; res: object; next: unknown },
  ): unknown;
}

/** Told which error a pipe refused the arguments with. */
export interface RefusalLog {
  /** Of any pipe. */
  refused?: unknown;
  /** Of a `ValidationPipe`. */
  invalid?: unknown;
}

/**
 * Fills the method's parameters: extracts each value and sends it through its pipes.
 *
 * All pipes start in the order of the parameters, and the first error is the one thrown, as on the
 * route.
 *
 * @param apply called with the arguments: at once, or when the last pipe has run
 */
export function fillParameters(
  parameters: readonly CompiledParameter[],
  context: CallExecutionContext,
  routeParameters: RouteParameters,
  log: RefusalLog,
  apply: (values: unknown[]) => unknown,
): unknown {
  const values: unknown[] = [];
  let pending: Promise<void>[] | undefined;
  const [req, res, next] = context.args;
  const bag = { req, res, next };
  for (const parameter of parameters) {
    const { plan, pipes, net } = parameter;
    try {
      const value = extract(parameter, context, bag, routeParameters);
      if (plan.pipeable && (net || pipes.length > 0 || isThenable(value))) {
        (pending ??= []).push(applyPipes(parameter, value, values, log));
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

function extract(
  { plan }: CompiledParameter,
  context: CallExecutionContext,
  bag: { req: object; res: object; next: unknown },
  routeParameters: RouteParameters,
): unknown {
  if (plan.type !== undefined)
    return routeParameters.exchangeKeyForValue(plan.type, plan.data, bag);
  if (plan.kind === 'whole')
    return (bag.req as { [REQUEST_ARGUMENTS]?: object })[REQUEST_ARGUMENTS];
  return plan.factory ? plan.factory(plan.data, context) : null;
}

async function applyPipes(
  { plan, pipes, net, metadata }: CompiledParameter,
  extracted: unknown,
  values: unknown[],
  log: RefusalLog,
): Promise<void> {
  let value = isThenable(extracted) ? await extracted : extracted;
  for (const pipe of net ? [...pipes, net] : pipes) {
    try {
      value = await pipe.transform(value, { ...metadata });
    } catch (error) {
      log.refused ??= error;
      if (isValidationPipe(pipe)) log.invalid ??= error;
      throw error;
    }
  }
  values[plan.index] = value;
}
