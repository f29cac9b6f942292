import { instanceToPlain } from 'class-transformer';
import { describeOutput } from '../../src/schema/describe.js';
import * as R from './corpus/responses.dto.js';
import type { DtoClass } from './corpus/shape.js';
import { compile } from './support/comparison.js';

interface Response {
  readonly value: object;
  /** Keys that the schema must not name. */
  readonly hidden?: readonly string[];
  /** Keys that it must name. */
  readonly shown?: readonly string[];
  /** Values of another type, by key: to be refused. */
  readonly wrong: Readonly<Record<string, unknown>>;
}

const address = make(R.OAddr, { street: 'x', zip: '1' });

const RESPONSES: readonly Response[] = [
  {
    value: make(R.OUser, { id: 1, email: 'a@b.co', password: 'p', bio: 'b' }),
    hidden: ['password'],
    wrong: { id: 'x', email: 1, bio: 1 },
  },
  {
    value: make(R.OAccount, { id: 1, ownerId: 2, secret: 's' }),
    hidden: ['secret', 'ownerId'],
    shown: ['id', 'owner_id', 'label'],
    wrong: {},
  },
  {
    value: make(R.OPlain, { id: 1, name: 'n', tags: ['a'], when: new Date(0), shippedAt: null }),
    shown: ['id', 'name', 'tags', 'when', 'note', 'shippedAt'],
    wrong: {},
  },
  {
    value: make(R.ONested, { addr: address, list: [address], at: new Date(0) }),
    wrong: { addr: 'x', list: [1], at: 1 },
  },
  {
    value: make(R.ONestedNoType, { addr: address, list: [address] }),
    shown: ['addr', 'list'],
    wrong: {},
  },
  { value: make(R.OTransform, { big: 12, day: new Date(0) }), shown: ['big', 'day'], wrong: {} },
  {
    value: make(R.OEnum, { role: 'admin', roles: ['user'] }),
    wrong: { role: 'zz', roles: ['zz'] },
  },
  {
    value: make(R.OTree, { name: 'a', kids: [make(R.OTree, { name: 'b', kids: [] })] }),
    wrong: { name: 1, kids: [1] },
  },
  { value: make(R.OReadonly, { id: 1, name: 'n' }), shown: ['id', 'name'], wrong: { id: 'x' } },
  {
    value: make(R.OStrict, { email: 'not-an-email', nick: '', bio: null }),
    shown: ['email'],
    wrong: { email: 1 },
  },
];

describe('schemas of responses', () => {
  it.each(RESPONSES.map((response) => [response.value.constructor.name, response] as const))(
    '%s: takes the serialised instance, names what is shown, refuses another type',
    (_, { value, hidden = [], shown = [], wrong }) => {
      const { enforced } = describeOutput(value.constructor as unknown as DtoClass);
      const validate = compile(enforced);
      const json = JSON.parse(JSON.stringify(instanceToPlain(value))) as object;
      const names = Object.keys(enforced['properties'] as object);
      expect(validate(json)).toBe(true);
      expect(names).toEqual(expect.arrayContaining([...shown]));
      expect(names.filter((name) => hidden.includes(name))).toEqual([]);
      const taken = Object.entries(wrong).filter(([key, item]) =>
        validate({ ...json, [key]: item }),
      );
      expect(taken).toEqual([]);
    },
  );

  it('tells no bounds, patterns or closed objects', () => {
    const text = JSON.stringify(
      RESPONSES.map(({ value }) => describeOutput(value.constructor as never).enforced),
    );
    expect(text).not.toMatch(
      /"(?:minimum|maximum|minLength|maxLength|pattern|additionalProperties)"/,
    );
  });

  it('cuts recursion at the second time a class appears', () => {
    const { enforced } = describeOutput(R.OTree);
    expect(enforced).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string' },
        kids: { type: 'array', items: { type: 'object' } },
      },
      required: ['name', 'kids'],
    });
  });

  it('ignores @Expose and @Exclude where class-transformer does not write the result', () => {
    const raw = describeOutput(R.OAccount, { serialized: false }).enforced;
    expect(Object.keys(raw['properties'] as object)).toEqual(['id', 'ownerId', 'secret']);
  });

  it('writes a Date as a date-time, and what is optional as nullable', () => {
    const { properties } = describeOutput(R.ONested).enforced as {
      properties: Record<string, unknown>;
    };
    expect(properties['at']).toEqual({ type: ['string', 'null'], format: 'date-time' });
  });
});

function make<Type extends object>(type: new () => Type, values: object): Type {
  return Object.assign(new type(), values);
}
