import { ValidationPipe } from '@nestjs/common';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describeInput } from '../../src/schema/describe.js';
import { SHAPES } from './corpus/shapes.js';
import type { Shape } from './corpus/shape.js';
import { INEXACT_SHAPES } from './inexact-shapes.js';
import { compare, DEFAULT_PIPE, pipeVerdicts, type Comparison } from './support/comparison.js';
import { readDeclaredTypes, type ObjectType } from './support/declared-types.js';
import { declaredTypeOf, isDeclared } from './support/declared-value.js';
import { samplesOf } from './support/samples.js';

/** What was agreed on before the converter was written; the list says how far it got. */
const MOST = { wrong: 0, loose: 24, tight: 3 };
const CORPUS = join(__dirname, 'corpus');

describe('schemas of the corpus', () => {
  const results = new Map<string, Comparison>();
  let samplesInAll = 0;
  let types: ReadonlyMap<string, ObjectType>;

  beforeAll(() => {
    const files = readdirSync(CORPUS).filter((file) => file.endsWith('.dto.ts'));
    types = readDeclaredTypes(files.map((file) => join(CORPUS, file)));
  }, 60_000);

  it.each(SHAPES.map((shape) => [shape.id, shape] as const))(
    '%s: the schema and the pipe agree as listed',
    async (id, shape) => {
      const comparison = await compareShape(shape);
      results.set(id, comparison);
      const { verdict, falseAccepts, falseRejects } = comparison;
      const seen = JSON.stringify({
        falseAccepts: falseAccepts.slice(0, 3),
        falseRejects: falseRejects.slice(0, 3),
      });
      expect(`${verdict} ${verdict === 'exact' ? '' : seen}`).toContain(
        INEXACT_SHAPES[id]?.verdict ?? 'exact',
      );
    },
    20_000,
  );

  it('covers the 149 shapes and stays within the agreed bounds', () => {
    const count = (verdict: Comparison['verdict']): number =>
      [...results.values()].filter((one) => one.verdict === verdict).length;
    const figures = {
      shapes: results.size,
      samples: samplesInAll,
      exact: count('exact'),
      loose: count('loose'),
      tight: count('tight'),
      wrong: count('wrong'),
    };
    process.stdout.write(`corpus: ${JSON.stringify(figures)}\n`);
    expect(figures.shapes).toBe(149);
    expect(figures.wrong).toBe(MOST.wrong);
    expect(figures.loose).toBeLessThanOrEqual(MOST.loose);
    expect(figures.tight).toBeLessThanOrEqual(MOST.tight);
    expect(Object.keys(INEXACT_SHAPES)).toHaveLength(figures.loose + figures.tight);
  });

  async function compareShape(shape: Shape): Promise<Comparison> {
    const options = shape.pipe ?? DEFAULT_PIPE;
    const samples = samplesOf(shape);
    samplesInAll += samples.length;
    const declared = declaredTypeOf(shape, types);
    const renamed = Object.entries(shape.rename ?? {}).map(([property, key]) => [key, property]);
    const verdicts = await pipeVerdicts(
      {
        type: shape.type,
        options,
        properties: Object.fromEntries(renamed) as Record<string, string>,
        isDeclared: (value) => isDeclared(declared, value),
      },
      samples,
    );
    const { enforced } = describeInput(shape.type, { pipes: [new ValidationPipe(options)] });
    return compare(enforced, samples, verdicts);
  }
});
