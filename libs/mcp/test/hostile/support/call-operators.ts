import { argumentsOf, own, paramsOf, type Draft, type Operator } from './draft.js';
import { junk, notAnObject, oddName } from './junk.js';
import type { Random } from './random.js';
import { fault, told, type Verdict } from './verdict.js';

/** What can be done to a call: the tool's name and its arguments. */
export const CALL_OPERATORS: readonly Operator[] = [
  {
    what: 'a tool name that is no string',
    apply: ({ message, id }, random) => {
      paramsOf(message)['name'] = random.pick([undefined, null, 1, true, {}, [], ['orders_find']]);
      return fault('MCP_INVALID_PARAMS', id);
    },
  },
  {
    what: 'an unknown tool',
    apply: ({ message, id }, random) => {
      paramsOf(message)['name'] = random.pick(UNKNOWN_TOOLS) ?? oddName(random);
      return fault('MCP_TOOL_NOT_FOUND', id);
    },
  },
  {
    what: 'arguments that are no object',
    apply: ({ message, id }, random) => {
      paramsOf(message)['arguments'] = notAnObject(random);
      return fault('MCP_ARGUMENTS_INVALID', id);
    },
  },
  {
    what: 'an argument of the wrong kind',
    fits: isOrder,
    apply: (draft, random) => {
      const [name, values] = random.pick(WRONG);
      argumentsOf(draft.message)[name] = random.pick(values);
      return refused(draft);
    },
  },
  {
    what: 'several wrong arguments',
    fits: isOrder,
    apply: (draft, random) => {
      for (const [name, values] of WRONG) argumentsOf(draft.message)[name] = random.pick(values);
      return refused(draft);
    },
  },
  {
    what: 'a missing argument',
    fits: isOrder,
    apply: (draft, random) => {
      delete argumentsOf(draft.message)[random.pick(['customer', 'quantity'])];
      if (random.chance(0.2)) delete paramsOf(draft.message)['arguments'];
      return refused(draft);
    },
  },
  {
    what: 'an argument that nobody knows',
    fits: isOrder,
    apply: (draft, random) => {
      const name = random.pick(FOREIGN) ?? oddName(random);
      const place = argumentsOf(draft.message);
      own(random.chance(0.5) ? place : (place['address'] as never), name, scalar(random));
      return refused(draft);
    },
  },
  {
    what: 'keys that would change a prototype',
    fits: isOrder,
    apply: (draft, random) => {
      const poison = { polluted: true, isAdmin: junk(random) };
      for (const place of [argumentsOf(draft.message), argumentsOf(draft.message)['address']]) {
        if (random.chance(0.7)) own(place as never, '__proto__', poison);
        if (random.chance(0.7)) own(place as never, 'constructor', { prototype: poison });
      }
      return draft.valid;
    },
  },
  {
    what: 'arguments at their limits',
    fits: isOrder,
    apply: ({ message, valid }, random) => {
      const place = argumentsOf(message);
      place['customer'] = random.pick([
        'x',
        'ﷺ'.repeat(50),
        '\ud800',
        '\u0000',
        ' ',
        '😀'.repeat(25),
      ]);
      place['quantity'] = random.pick([1, 100, 1e2, 1.0]);
      place['tags'] = random.pick([[], ['', '', '', '', ''], ['__proto__'], ['y'.repeat(2000)]]);
      return valid;
    },
  },
  {
    what: 'a path argument that is no number',
    fits: ({ message }) => paramsOf(message)['name'] === 'orders_find',
    apply: ({ message, id }, random) => {
      const value = random.pick(['x', '7x', '７', '7/../8', '7?a=1', '7%00']);
      argumentsOf(message)['id'] = value;
      return told('isError BAD_REQUEST', 200, id);
    },
  },
];

/** Undefined: whatever else comes to mind. */
const UNKNOWN_TOOLS = [
  '',
  ' ',
  'constructor',
  '__proto__',
  'toString',
  'orders_Create',
  'orders_create ',
  'orders_create\u0000',
  'OrdersController.create',
  '../orders_create',
  'z'.repeat(5000),
  '日本',
  undefined,
];

const WRONG: readonly (readonly [string, readonly unknown[]])[] = [
  ['customer', [null, 1, true, {}, [], '', 'x'.repeat(51), ['Ada'], 'x'.repeat(5000)]],
  ['quantity', [null, '3', 0, -1, 101, 1.5, 1e308, {}, [3], true, 'NaN', 2 ** 53]],
  ['tags', [1, true, {}, [1], [null], [{}], ['', '', '', '', '', ''], { length: 1 }, [['a']]]],
  ['address', [1, true, [], {}, { street: 1 }, { street: 'x'.repeat(51) }, [[]]]],
];

/** Undefined: whatever else comes to mind. */
const FOREIGN = [
  'id',
  'toString',
  'hasOwnProperty',
  'then',
  'length',
  'body',
  '',
  'a.b',
  undefined,
];

function isOrder({ message }: Draft): boolean {
  return paramsOf(message)['name'] === 'orders_create';
}

/** Neither object nor array: a `constructor` that holds an object has another meaning. */
function scalar(random: Random): unknown {
  return random.pick<unknown>([null, true, 0, '', 'x', 1e308]);
}

function refused({ id }: Draft): Verdict {
  return told('isError VALIDATION_FAILED', 200, id);
}
