import { ValidationPipe } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { describeInput } from '../../src/schema/describe.js';
import { compare, pipeVerdicts } from './support/comparison.js';
import { isDeclared } from './support/declared-value.js';
import { Random } from './support/random.js';
import { randomClass } from './support/random-class.js';
import { randomPipe } from './support/random-pipe.js';
import { randomSample } from './support/samples.js';

const SEEDS = [1, 2, 3, 4];
const DTOS_PER_SEED = 500;
/** Per DTO; `SCHEMA_SAMPLES=400` for a deeper search, `SCHEMA_SEEDS=5,6` for another one. */
const SAMPLES = Number(process.env['SCHEMA_SAMPLES'] ?? 14);
const OWN_SEEDS = process.env['SCHEMA_SEEDS']?.split(',').map(Number);

describe('schemas of random DTOs', () => {
  it.each(OWN_SEEDS ?? SEEDS)(
    'agree with the pipe on every sample, seed %i',
    async (seed) => {
      const random = new Random(seed);
      const figures = { dtos: 0, samples: 0, accepted: 0, disagreements: 0 };
      const disagreements: object[] = [];
      for (; figures.dtos < DTOS_PER_SEED; figures.dtos += 1) {
        forgetClasses();
        const dto = randomClass(random);
        const options = randomPipe(random);
        const samples = [dto.valid];
        while (samples.length < SAMPLES) samples.push(randomSample(dto.valid, random) as never);
        const verdicts = await pipeVerdicts(
          { ...dto, options, isDeclared: (value) => isDeclared(dto.declared, value) },
          samples,
        );
        const { enforced } = describeInput(dto.type, { pipes: [new ValidationPipe(options)] });
        const comparison = compare(enforced, samples, verdicts);
        figures.samples += samples.length;
        figures.accepted += verdicts.filter((one) => one === 'must').length;
        if (comparison.verdict !== 'exact')
          disagreements.push({ ...comparison, options, enforced });
      }
      figures.disagreements = disagreements.length;
      process.stdout.write(`random DTOs, seed ${seed}: ${JSON.stringify(figures)}\n`);
      expect(JSON.stringify(disagreements.slice(0, 2), null, 1)).toBe('[]');
    },
    240_000,
  );
});

/** class-validator looks through all classes that it knows for each object that it checks. */
function forgetClasses(): void {
  const storage = getMetadataStorage() as unknown as { validationMetadatas: Map<unknown, unknown> };
  storage.validationMetadatas.clear();
}
