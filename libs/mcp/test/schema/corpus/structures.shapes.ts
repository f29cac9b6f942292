import * as A from './arrays.dto.js';
import * as N from './nested.dto.js';
import * as SN from './same-name.dto.js';
import * as D from './dates.dto.js';
import * as U from './polymorphism.dto.js';
import * as I from './inheritance.dto.js';
import { shape, type Shape } from './shape.js';

const addr = { street: 'Main', zip: '12' };
const user = { name: 'Bob', age: 3, bio: 'x', address: addr };
const cat = { type: 'cat', name: 'Tom', lives: 9 };
const dog = { type: 'dog', name: 'Rex', breed: 'lab' };

export const structuresShapes: readonly Shape[] = [
  // arrays
  shape('arrays', A.StringArray, [{ tags: ['a', 'b'] }, { tags: [] }]),
  shape('arrays', A.EachWithoutIsArray, [{ tags: ['a', 'b'] }, { tags: [] }]),
  shape('arrays', A.ArrayBounds, [{ tags: ['a', 'b'] }], {
    extra: { tags: [['a', 'b', 'c', 'd'], ['a', 'a'], []] },
  }),
  shape('arrays', A.ArraySizeOnly, [{ ids: [1] }], { extra: { ids: [[1, 2, 3], []] } }),
  shape('arrays', A.ArrayContainsDto, [{ tags: ['a', 'b'] }], {
    extra: { tags: [['a', 'x'], ['b'], ['a']] },
  }),
  shape('arrays', A.PlainArray, [{ things: ['a'] }]),
  shape('arrays', A.NumberMatrix, [{ m: [[1], [2, 3]] }, { m: [] }], {
    extra: { m: [[1], [[1], 2]] },
  }),
  shape('arrays', A.IntArrayMin, [{ ids: [1, 2] }], { extra: { ids: [[0], [1.5], ['1']] } }),
  shape('arrays', A.OptionalArray, [{ tags: ['abc'] }, {}], { extra: { tags: [['abcd']] } }),
  shape('arrays', A.TypedNumberArray, [{ ns: [1, 2.5] }], { extra: { ns: [['1'], ['x']] } }),
  shape('arrays', A.SetDto, [{ tags: ['a', 'b'] }]),
  shape(
    'arrays',
    A.UniqueBySelector,
    [
      {
        items: [
          { id: 1, n: 'a' },
          { id: 2, n: 'a' },
        ],
      },
    ],
    {
      samples: [
        {
          items: [
            { id: 1, n: 'a' },
            { id: 1, n: 'b' },
          ],
        },
        {
          items: [
            { id: 1, n: 'a' },
            { id: 1, n: 'a' },
          ],
        },
      ],
    },
  ),
  shape('arrays', A.UniqueObjects, [{ items: [{ id: 1, n: 'a' }] }], {
    samples: [
      {
        items: [
          { id: 1, n: 'a' },
          { id: 1, n: 'a' },
        ],
      },
    ],
  }),
  shape('arrays', A.NestedMatrix, [{ grid: [[{ id: 1, n: 'a' }]] }, { grid: [] }], {
    samples: [{ grid: [{ id: 1, n: 'a' }] }, { grid: [[{ id: 'x', n: 'a' }]] }],
  }),

  // nested objects
  shape('nested objects', N.NestedOne, [{ address: addr }, { address: { street: 'x' } }]),
  shape('nested objects', N.NestedNoDefined, [{ address: addr }]),
  shape('nested objects', N.NestedOptional, [{ address: addr }, {}]),
  shape('nested objects', N.NestedNullable, [{ address: addr }, { address: null }]),
  shape('nested objects', N.NestedDeep, [{ home: { city: 'x', geo: { x: 1, y: 2 } } }]),
  shape('nested objects', N.NestedArray, [{ list: [addr, { street: 'y' }] }, { list: [] }]),
  shape('nested objects', N.NestedNoType, [{ address: addr }], {
    note: '@ValidateNested without @Type: every key of the plain object is rejected under forbidNonWhitelisted',
  }),
  shape('nested objects', N.NestedNoTypeImplicit, [{ address: addr }], {
    pipe: {
      transform: true,
      whitelist: true,
      forbidNonWhitelisted: true,
      transformOptions: { enableImplicitConversion: true },
    },
  }),
  shape('nested objects', N.NestedArrayNoType, [{ list: [addr] }, { list: [] }]),
  shape('nested objects', N.TypeNoValidate, [{ address: addr }]),
  shape('nested objects', N.RecordDto, [{ map: { a: 1 } }, { map: {} }]),
  shape('nested objects', N.MapDto, [{ map: { a: addr } }, { map: {} }]),
  shape('nested objects', N.NotEmptyObj, [{ address: addr }]),
  shape('nested objects', N.NotEmptyObjOnly, [{ o: { a: 1 }, strict: { a: 1 } }], {
    extra: { o: [{ a: null }, {}], strict: [{ a: null }, { a: null, b: 1 }, {}] },
  }),
  shape('nested objects', N.InstanceDto, [{ address: addr }]),
  shape('nested objects', N.SameTwice, [{ billing: addr, shipping: addr }]),
  shape('nested objects', SN.SameNameClasses, [{ a: { email: 'x' }, b: { phone: 1 } }]),

  // dates
  shape('dates', D.DateAsDate, [{ at: '2024-01-01T10:00:00Z' }]),
  shape('dates', D.DateBounds, [{ at: '2024-01-01T10:00:00Z' }], {
    extra: { at: ['2019-12-31T23:59:59Z', '2030-01-02T00:00:00Z'] },
  }),
  shape('dates', D.DateOptional, [{ at: '2024-01-01T10:00:00Z' }, {}]),
  shape('dates', D.DateStringOptional, [{ from: '2024-01-01', to: '2024-01-01T10:00:00Z' }, {}]),
  shape('dates', D.DateArray, [{ dates: ['2024-01-01T10:00:00Z'] }]),
  shape('dates', D.DateNoType, [{ at: '2024-01-01T10:00:00Z' }], {
    note: '@IsDate without @Type can never pass from JSON',
  }),

  // polymorphism
  shape('polymorphism', U.DiscriminatedOne, [{ pet: cat }, { pet: dog }], {
    samples: [
      { pet: { ...cat, breed: 'x' } },
      { pet: { type: 'dog', name: 'Rex', lives: 1 } },
      { pet: { type: 'bird', name: 'x' } },
      { pet: { name: 'x', lives: 1 } },
    ],
  }),
  shape('polymorphism', U.DiscriminatedArray, [{ pets: [cat, dog] }, { pets: [] }], {
    samples: [
      { pets: [{ type: 'dog', name: 'Rex', lives: 1 }] },
      { pets: [{ type: 'bird', name: 'x' }] },
    ],
  }),
  shape(
    'polymorphism',
    U.DiscriminatedDropped,
    [{ shape: { kind: 'circle', r: 1 } }, { shape: { kind: 'square', side: 2 } }],
    { samples: [{ shape: { kind: 'circle', side: 2 } }] },
  ),
  shape(
    'polymorphism',
    U.UnionTypeFn,
    [
      { kind: 'circle', shape: { r: 1 } },
      { kind: 'square', shape: { side: 1 } },
    ],
    { wire: { shape: { kind: 'any' } } },
  ),

  // inheritance
  shape('inheritance', I.ChildEntity, [
    { id: 1, note: 'x', name: 'y' },
    { id: 1, name: 'y' },
  ]),
  shape('inheritance', I.OverrideChild, [{ s: 'ab', n: 5 }], { extra: { s: ['a', 'abcdef'] } }),
  shape('inheritance', I.GrandChild, [{ s: 'ab', n: 7, flag: true }], { extra: { n: [4, 9, 1] } }),
  shape('inheritance', I.OptionalOverride, [{ id: 1, note: 'x' }, {}]),
  shape('inheritance', I.AddressPage, [{ items: [addr], total: 1 }]),
  shape('inheritance', I.EntityPage, [{ items: [{ id: 1 }], total: 1, cursor: 'x' }]),

  // mapped types
  shape('mapped types', I.PartialUser, [user, {}, { address: { street: 'x' } }]),
  shape('mapped types', I.PickUser, [{ name: 'x', address: addr }]),
  shape('mapped types', I.OmitUser, [{ name: 'x', bio: 'y', address: addr }]),
  shape('mapped types', I.InterUser, [{ name: 'x', id: 1, note: 'n' }]),
  shape('mapped types', I.UpdateUser, [{ rev: 1, name: 'x', age: 1, bio: 'b' }, { rev: 1 }]),
  shape('mapped types', I.PartialNoNull, [user, {}]),
  shape('mapped types', I.MPartialUser, [user, {}]),
  shape('mapped types', I.MPickOmitInter, [{ name: 'x', id: 1 }]),
  shape('mapped types', I.PartialDefaults, [{ page: 2, q: 'x' }, {}]),
];
