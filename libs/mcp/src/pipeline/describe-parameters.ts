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
import { PARAMETER } from './nest-metadata.js';
import { defaultedParameters } from './parameter-defaults.js';
import { parameterProblems } from './parameter-problems.js';

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
  const defaulted = defaultedParameters(plan.handler);
  const hidden = toolMetadata.hiddenParameters(plan.metatype, plan.methodName);
  const parameters = compiled.flatMap((parameter) => {
    const source = sourceOf(parameter.plan);
    if (!source) return [];
    const described = describe(parameter, source, hidden);
    const isOptional =
      source === 'path'
        ? optional.has(described.key ?? '')
        : source === 'argument' && defaulted.has(described.index);
    return [isOptional ? { ...described, optional: true } : described];
  });
  return { parameters, pathKeys, problems: parameterProblems(plan), notices: noticesOf(plan) };
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
