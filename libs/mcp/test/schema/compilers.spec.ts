import { ValidationPipe } from '@nestjs/common';
import { join } from 'node:path';
import { describeInput, describeOutput } from '../../src/schema/describe.js';
import type { DtoClass } from './corpus/shape.js';
import { SHAPES } from './corpus/shapes.js';
import { DEFAULT_PIPE } from './support/comparison.js';
import { isolatedTsc, loadCompiled, swc, tsc, type Compiler } from './support/compiled-corpus.js';

const COMPILERS: readonly (readonly [string, Compiler])[] = [
  ['swc', swc],
  ['ts-jest with isolated modules', isolatedTsc],
];

describe('schemas of one source under several compilers', () => {
  let expected: ReadonlyMap<string, string>;

  beforeAll(() => {
    expected = schemasOf(tsc);
  }, 120_000);

  it('has the schemas of tsc to compare with', () => {
    expect(expected.size).toBeGreaterThan(SHAPES.length);
  });

  it.each(COMPILERS)(
    '%s gives the schemas that tsc gives',
    (_, compiler) => {
      const schemas = schemasOf(compiler);
      const different = [...expected].filter(([id, schema]) => schemas.get(id) !== schema);
      expect(different.map(([id, schema]) => [id, schema, schemas.get(id)])).toEqual([]);
    },
    120_000,
  );
});

function schemasOf(compiler: Compiler): ReadonlyMap<string, string> {
  const exported = loadCompiled(join(__dirname, 'corpus'), compiler);
  const schemas = new Map<string, string>();
  for (const { id, type, pipe } of SHAPES) {
    const compiled = exported[type.name] as DtoClass;
    const pipes = [new ValidationPipe(pipe ?? DEFAULT_PIPE)];
    const { enforced, published } = describeInput(compiled, { pipes });
    schemas.set(id, JSON.stringify({ enforced, published }));
  }
  const responses = Object.entries(exported).filter(([name]) => /^O[A-Z]/.test(name));
  for (const [name, type] of responses) {
    schemas.set(`output ${name}`, JSON.stringify(describeOutput(type as DtoClass)));
  }
  return schemas;
}
