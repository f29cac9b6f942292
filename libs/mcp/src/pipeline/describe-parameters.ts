import { McpCallContext } from '../context/call-context.js';
import type { Finding } from '../errors/boot-report.js';
import type { SetupProblem } from '../errors/setup.error.js';
import { toolMetadata } from '../decorators/tool-metadata.accessor.js';
import type {
  ArgumentSource,
  ParameterDescription,
  PathKey,
} from '../schema/parameter-description.js';
import type { CompiledParameter } from './compiled-chain.js';
import type { MethodPlan, PlannedParameter } from './method-plan.js';
import { PARAMETER, readParameterTypes } from './nest-metadata.js';

/** The parameters of a method that take arguments, and what speaks against them. */
export interface MethodParameters {
  readonly parameters: readonly ParameterDescription[];
  /** Of the whole path: a guard may read a part of it that no parameter binds. */
  readonly pathKeys: readonly PathKey[];
  /** Faults for the boot report. */
  readonly problems: readonly SetupProblem[];
  /** What is worth knowing. */
  readonly notices: readonly Finding[];
}

/** Describes the parameters of a method for the schema, with the pipes that will run on them. */
export function describeParameters(
  plan: MethodPlan,
  compiled: readonly CompiledParameter[],
  pathKeys: readonly PathKey[],
): MethodParameters {
  const optional = new Set(pathKeys.filter((key) => key.optional).map(({ name }) => name));
  const hidden = toolMetadata.hiddenParameters(plan.metatype, plan.methodName);
  const parameters = compiled.flatMap((parameter) => {
    const source = sourceOf(parameter.plan);
    if (!source) return [];
    const described = describe(parameter, source, hidden);
    const isOptional = source === 'path' && optional.has(described.key ?? '');
    return [isOptional ? { ...described, optional: true } : described];
  });
  return { parameters, pathKeys, problems: problemsOf(plan), notices: noticesOf(plan) };
}

function describe(
  { plan, pipes }: CompiledParameter,
  source: ArgumentSource,
  hidden: readonly number[],
): ParameterDescription {
  const key = typeof plan.data === 'string' && plan.data !== '' ? { key: plan.data } : {};
  return {
    index: plan.index,
    source,
    ...key,
    ...(plan.metatype === undefined ? {} : { type: plan.metatype }),
    pipes,
    ...(plan.schema ? { schema: plan.schema } : {}),
    ...(hidden.includes(plan.index) ? { hidden: true } : {}),
  };
}

function sourceOf({ kind, type }: PlannedParameter): ArgumentSource | undefined {
  if (kind === 'argument' || kind === 'whole') return 'argument';
  if (type === PARAMETER.body) return 'body';
  if (type === PARAMETER.query) return 'query';
  return type === PARAMETER.path ? 'path' : undefined;
}

function problemsOf(plan: MethodPlan): SetupProblem[] {
  const where = `${plan.metatype.name}.${plan.methodName}`;
  const problems: SetupProblem[] = [];
  for (const { type, index } of plan.parameters) {
    if (type !== PARAMETER.file && type !== PARAMETER.files) continue;
    problems.push({
      code: 'MCP_UPLOAD_ROUTE',
      where,
      message: `parameter ${index} takes an uploaded file, which no tool call can carry`,
      remedy:
        'put @McpHide() on the method, or offer a method that takes the content as an argument',
    });
  }
  return [
    ...problems,
    ...contextProblems(plan, where),
    ...argumentProblems(plan, where),
    ...wholeProblems(plan, where),
  ];
}

/** Interceptors map what a method returns: of what it writes to `@Res()` they see nothing. */
function noticesOf({ metatype, methodName, response }: MethodPlan): Finding[] {
  if (!response.answersItself) return [];
  return [
    {
      severity: 'warning',
      code: 'MCP_ANSWERS_ITSELF',
      where: `${metatype.name}.${methodName}`,
      message: 'the method answers by itself, as on its route: interceptors do not see its answer',
      remedy: 'return the value, and write @Res({ passthrough: true }) if the response is needed',
    },
  ];
}

/** The call's context where nothing says so: it would be taken for a DTO, or be undefined. */
function contextProblems({ metatype, methodName, parameters }: MethodPlan, where: string) {
  const marked = new Set(parameters.filter(({ kind }) => kind === 'call').map((p) => p.index));
  return readParameterTypes(metatype, methodName).flatMap((type, index): SetupProblem[] =>
    type !== McpCallContext || marked.has(index)
      ? []
      : [
          {
            code: 'MCP_PARAMETER_UNKNOWN',
            where,
            message: `parameter ${index} is the call's context, but nothing says so`,
            remedy: 'put @McpCall() before it',
          },
        ],
  );
}

/** `@McpParam()` reads a provider's arguments: on a route, neither REST nor a call has any. */
function argumentProblems({ parameters, isRoute }: MethodPlan, where: string): SetupProblem[] {
  if (!isRoute) return [];
  return parameters
    .filter(({ kind }) => kind === 'argument')
    .map(({ index, data }) => ({
      code: 'MCP_PARAMETER_UNKNOWN',
      where,
      message: `parameter ${index} has @McpParam('${String(data)}'), which a route cannot fill`,
      remedy: 'use @Param, @Query or @Body in a controller',
    }));
}

/** A provider's method: one undecorated parameter of a class type, and nothing beside it. */
function wholeProblems({ parameters }: MethodPlan, where: string): SetupProblem[] {
  const whole = parameters.filter((p) => p.kind === 'whole' && p.metatype !== McpCallContext);
  const single = parameters.some(({ kind }) => kind === 'argument');
  const problems: SetupProblem[] = [];
  for (const { index, metatype } of whole) {
    if (isDtoClass(metatype)) continue;
    problems.push({
      code: 'MCP_PARAMETER_UNKNOWN',
      where,
      message: `parameter ${index} has no decorator and no class as its type`,
      remedy: "give it a class (a DTO) as its type, or @McpParam('name') for a single value",
    });
  }
  if (whole.length > 1 || (whole.length === 1 && single)) {
    problems.push({
      code: 'MCP_PARAMETER_UNKNOWN',
      where,
      message: 'more than one parameter takes the arguments',
      remedy: "keep one parameter for all of them, or take each by @McpParam('name')",
    });
  }
  return problems;
}

const NO_DTO: ReadonlySet<unknown> = new Set([
  String,
  Number,
  Boolean,
  Object,
  Array,
  Function,
  Date,
  Promise,
  Symbol,
  BigInt,
  Map,
  Set,
]);

function isDtoClass(type: unknown): boolean {
  return typeof type === 'function' && !NO_DTO.has(type);
}
