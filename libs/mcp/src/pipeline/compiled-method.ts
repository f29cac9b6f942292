import type { PipeTransform } from '@nestjs/common';
import type { SchemaSource } from '../decorators/tool.options.js';
import type { DiscoveredMethod } from '../discovery/discovered-method.js';
import { SetupError } from '../errors/setup.error.js';
import type { OnMasked } from '../errors/to-rpc-error.js';
import { createArgumentCheck } from '../schema/argument-check.js';
import {
  deriveInput,
  type DeriveInputOptions,
  type InputDerivation,
} from '../schema/derive-input.js';
import type { InputPlan, ParameterDescription } from '../schema/parameter-description.js';
import { pipeOptionsOf } from '../schema/pipe-options.js';
import { standardSchemaOf } from '../schema/standard-schema.js';
import { argumentParser, type ArgumentParser } from './argument-parser.js';
import type { Challenger } from './challenger.js';
import type { InvokerFactory } from './invoker.factory.js';
import type { Invoker } from './invoker.js';
import { isValidationPipe } from './is-validation-pipe.js';

/** How the answers of all methods of a server are bounded and masked. */
export interface AnswerOptions {
  /** Bytes of one result. */
  readonly resultLimit: number;
  /** Request headers that count as credentials, lower-case. */
  readonly credentialHeaders: readonly string[];
  /** OAuth is configured: whoever comes without credentials is challenged as well. */
  readonly oauth?: boolean;
  /** `WWW-Authenticate`, where the application wrote none. */
  readonly challenge?: Challenger;
  /** Told about errors that were masked on the wire. */
  readonly onMasked: OnMasked;
}

/** What one method is compiled with. */
export interface CompileOptions extends DeriveInputOptions {
  readonly name: string;
  readonly queryValues?: 'strings' | 'typed';
  readonly resultLimit: number;
  readonly routeMiddleware?: 'run' | 'skip';
  /** Arguments that a caller may leave out unless a pipe asks for them (of a URI's query). */
  readonly optional?: readonly string[];
}

/** A method, ready to be called, and what it takes. */
export interface CompiledMethod {
  readonly input: InputDerivation;
  readonly invoke: Invoker;
}

/**
 * Derives the input of a method and compiles its chain: what every primitive needs at boot.
 *
 * @throws SetupError with whatever forbids the method to be called
 */
export function compileMethod(
  invokers: InvokerFactory,
  method: DiscoveredMethod<unknown>,
  options: CompileOptions,
): CompiledMethod {
  const { parameters, pathKeys, problems, notices } = invokers.describe(method);
  if (problems.length > 0) throw new SetupError(problems);
  const { optional = [] } = options;
  const described = parameters.map((parameter) =>
    optional.includes(parameter.key ?? '') ? { ...parameter, optional: true } : parameter,
  );
  const input = deriveInput(described, { ...options, pathKeys });
  const invoke = invokers.create(method, {
    name: options.name,
    plan: input.plan,
    check: createArgumentCheck(input.enforced, input.plan),
    parse: method.route ? undefined : parserOf(parameters, options.input, input.plan),
    queryValues: options.queryValues,
    resultLimit: options.resultLimit,
    routeMiddleware: options.routeMiddleware,
  });
  if (notices.length === 0) return { input, invoke };
  return { input: { ...input, diagnostics: [...notices, ...input.diagnostics] }, invoke };
}

/** The Standard Schema of a provider's tool; where a pipe knows it too, it parses already. */
function parserOf(
  parameters: readonly ParameterDescription[],
  input: SchemaSource | undefined,
  plan: InputPlan,
): ArgumentParser | undefined {
  const whole = parameters.find(({ key }) => key === undefined);
  const own = standardSchemaOf(whole?.type);
  const isPiped = whole?.pipes.some(
    (pipe) => isValidationPipe(pipe as PipeTransform) && !pipeOptionsOf([pipe]),
  );
  if (own && isPiped) return undefined;
  const schema = input === undefined ? own : standardSchemaOf(input);
  return schema && argumentParser(schema, plan);
}
