import { McpCallContext } from '../context/call-context.js';
import type { SetupProblem } from '../errors/setup.error.js';
import type { MethodPlan } from './method-plan.js';
import { PARAMETER, readParameterTypes } from './nest-metadata.js';

/** What speaks against the parameters of a method: faults for the boot report. */
export function parameterProblems(plan: MethodPlan): SetupProblem[] {
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
  for (const { index, metatype, explicit } of whole) {
    if (explicit || isDtoClass(metatype)) continue;
    problems.push({
      code: 'MCP_PARAMETER_UNKNOWN',
      where,
      message: `parameter ${index} has no decorator and no class as its type`,
      remedy:
        "give it a class (a DTO) as its type, describe it by @McpTool({ input }), or take a single value by @McpParam('name')",
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
