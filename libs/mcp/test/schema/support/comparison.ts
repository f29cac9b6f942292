import { HttpException, ValidationPipe, type ValidationPipeOptions } from '@nestjs/common';
import type { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import ajv2020 from 'ajv/dist/2020.js';
import type { JsonSchema } from '../../../src/schema/json-schema.js';
import type { DtoClass } from '../corpus/shape.js';
import { cloneJson } from './samples.js';

export const DEFAULT_PIPE: ValidationPipeOptions = {
  transform: true,
  whitelist: true,
  forbidNonWhitelisted: true,
};

/** What the pipe does with a sample, and whether a caller may expect it. */
export type PipeVerdict =
  /** Accepted as it is declared: the schema must accept it. */
  | 'must'
  /** Accepted by conversion, by dropping a key, or by a hole of class-validator: left open. */
  | 'open'
  /** Refused: the schema must refuse it too. */
  | 'refused'
  /** Neither accepted nor a 400: the pipe threw something else. */
  | 'crashed';

/** How a schema compares with the pipe over all samples. */
export interface Comparison {
  readonly verdict: 'exact' | 'loose' | 'tight' | 'wrong';
  /** Samples that the schema accepts and the pipe refuses. */
  readonly falseAccepts: readonly object[];
  /** Samples that the schema refuses and the pipe must accept. */
  readonly falseRejects: readonly object[];
}

export interface PipeUnderTest {
  readonly type: DtoClass;
  readonly options: ValidationPipeOptions;
  /** Whether the value is of the declared type. */
  readonly isDeclared: (value: object) => boolean;
  /** The property by its key on the wire, where they differ. */
  readonly properties: Readonly<Record<string, string>>;
}

/** Runs the real pipe of Nest on each sample. */
export async function pipeVerdicts(
  { type, options, isDeclared, properties }: PipeUnderTest,
  samples: readonly object[],
): Promise<PipeVerdict[]> {
  const pipe = new ValidationPipe(options);
  const verdicts: PipeVerdict[] = [];
  for (const sample of samples) {
    try {
      const result: unknown = await pipe.transform(cloneJson(sample), {
        type: 'body',
        metatype: type as never,
      });
      const isKept = keepsAll(sample as Values, result as Values, properties);
      verdicts.push(isKept && isDeclared(sample) ? 'must' : 'open');
    } catch (error) {
      const isRefusal = error instanceof HttpException && error.getStatus() === 400;
      verdicts.push(isRefusal ? 'refused' : 'crashed');
    }
  }
  return verdicts;
}

type Values = Readonly<Record<string, unknown>>;

function keepsAll(
  sample: Values,
  result: Values,
  properties: Readonly<Record<string, string>>,
): boolean {
  return Object.keys(sample).every((key) => {
    const property = properties[key] ?? key;
    return (
      sample[key] === undefined ||
      (Object.hasOwn(result, property) && result[property] !== undefined)
    );
  });
}

/** Ajv as the argument check configures it: 2020-12, formats off. */
function newAjv(): Ajv {
  return new ajv2020.Ajv2020({
    strict: false,
    validateFormats: false,
    validateSchema: false,
    allErrors: false,
    logger: false,
    // Each schema is used a few times: compiling it well costs more than it brings.
    code: { optimize: false },
  });
}

const ajv = newAjv();

/** Compiles without keeping the schema: an instance costs more than most schemas. */
export function compile(schema: JsonSchema): (value: unknown) => boolean {
  const validate = ajv.compile(schema);
  ajv.removeSchema(schema);
  return (value) => validate(value);
}

export function compare(
  schema: JsonSchema,
  samples: readonly object[],
  verdicts: readonly PipeVerdict[],
): Comparison {
  const validate = compile(schema);
  const falseAccepts: object[] = [];
  const falseRejects: object[] = [];
  samples.forEach((sample, index) => {
    const isAccepted = validate(sample);
    const verdict = verdicts[index];
    if (isAccepted && (verdict === 'refused' || verdict === 'crashed')) falseAccepts.push(sample);
    if (!isAccepted && verdict === 'must') falseRejects.push(sample);
  });
  const isLoose = falseAccepts.length > 0;
  const isTight = falseRejects.length > 0;
  const verdict = isLoose ? (isTight ? 'wrong' : 'loose') : isTight ? 'tight' : 'exact';
  return { verdict, falseAccepts, falseRejects };
}
