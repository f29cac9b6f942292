import { createArgumentCheck } from '../../src/schema/argument-check.js';
import { lintTools } from '../../src/schema/lint.js';
import { publish } from '../../src/schema/profiles/publish.js';
import { fillForm } from './support/form-filler.js';
import { Random } from './support/random.js';
import { randomSchema } from './support/random-schema.js';

const SCHEMAS = 40;
const FILLINGS = 20;

it.each([1, 2, 3, 4])(
  'accepts each form that is filled in as it was published (seed %i)',
  async (seed) => {
    const random = new Random(seed);
    const refused: unknown[] = [];
    for (let index = 0; index < SCHEMAS; index += 1) {
      const enforced = randomSchema(random);
      const check = createArgumentCheck(enforced, { targets: [] });
      await check.ready();
      for (const profile of ['portable', 'gemini'] as const) {
        const form = publish(enforced, profile).schema;
        expect(lintTools([{ name: 'tool', inputSchema: form }], profile)).toEqual([]);
        for (let filling = 0; filling < FILLINGS; filling += 1) {
          const args = fillForm(form, random) as Record<string, unknown>;
          const issues = check.check(check.decode(args));
          if (issues) refused.push({ args, issues, enforced, form });
        }
      }
    }
    expect(refused.slice(0, 1)).toEqual([]);
  },
  60_000,
);
