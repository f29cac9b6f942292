import * as C from './conditions.dto.js';
import * as R from './recursion.dto.js';
import * as T from './transformation.dto.js';
import * as W from './whitelist.dto.js';
import { shape, type Shape } from './shape.js';

export const behaviourShapes: readonly Shape[] = [
  // conditions
  shape('conditions', C.ConditionalSibling, [{ kind: 'card', cardNo: '1' }, { kind: 'cash' }], {
    samples: [{ kind: 'card' }, { kind: 'cash', cardNo: 5 }],
  }),
  shape('conditions', C.GroupsDto, [{ name: 'x', both: 'y' }], {
    id: 'GroupsDto[create]',
    samples: [{ id: 1, name: 'x', both: 'y' }],
    pipe: { transform: true, whitelist: true, forbidNonWhitelisted: true, groups: ['create'] },
    wire: { id: { kind: 'optional', of: { kind: 'number' } } },
  }),
  shape('conditions', C.GroupsDto, [{ id: 1, name: 'x', both: 'y' }], { id: 'GroupsDto[none]' }),
  shape('conditions', C.GroupsDto, [{ both: 'y' }], {
    id: 'GroupsDto[strict]',
    samples: [{ id: 1, name: 'x', both: 'y' }],
    pipe: { transform: true, whitelist: true, forbidNonWhitelisted: true, strictGroups: true },
    wire: {
      id: { kind: 'optional', of: { kind: 'number' } },
      name: { kind: 'optional', of: { kind: 'string' } },
    },
  }),
  shape('conditions', C.GroupsCreate, [{ name: 'x', n: 1 }], {
    pipe: { transform: true, whitelist: true, forbidNonWhitelisted: true, groups: ['create'] },
  }),
  shape('conditions', C.CustomSync, [{ n: 2, s: 'ab' }]),
  shape('conditions', C.CustomSyncTyped, [{ n: 2, s: 'ab' }]),
  shape('conditions', C.CustomAsync, [{ name: 'xyz' }]),
  shape('conditions', C.SkipMissing, [{ s: 'x', n: 1 }, { n: 1 }], {
    pipe: {
      transform: true,
      whitelist: true,
      forbidNonWhitelisted: true,
      skipMissingProperties: true,
    },
    wire: {
      s: { kind: 'optional', of: { kind: 'union', of: [{ kind: 'string' }, { kind: 'null' }] } },
    },
  }),

  // recursion
  shape('recursion', R.TreeNode, [{ name: 'a', children: [{ name: 'b', children: [] }] }]),
  shape('recursion', R.LinkedNode, [{ v: 'a', next: { v: 'b', next: { v: 'c' } } }, { v: 'a' }]),
  shape('recursion', R.MutualA, [{ a: 'x', b: { b: 'y', as: [{ a: 'z' }] } }, { a: 'x' }]),
  shape('recursion', R.HasTree, [
    {
      root: { name: 'a', children: [] },
      other: { name: 'b', children: [{ name: 'c', children: [] }] },
    },
  ]),

  // class-transformer
  shape(
    'class-transformer',
    T.ExposeRename,
    [
      { user_id: 1, full_name: 'x', plain: 'p' },
      { user_id: 1, plain: 'p' },
    ],
    { rename: { userId: 'user_id', fullName: 'full_name' }, samples: [{ userId: 1, plain: 'p' }] },
  ),
  shape('class-transformer', T.TrimDto, [{ s: ' x ' }]),
  shape('class-transformer', T.CsvDto, [{ ids: 'a,b' }, { ids: ['a', 'b'] }], {
    wire: { ids: { kind: 'any' } },
  }),
  shape('class-transformer', T.BoolQuery, [{ flag: true }, { flag: false }]),
  shape('class-transformer', T.CountOnly, [{ n: 3 }]),
  shape('class-transformer', T.ExcludedInput, [{ name: 'x' }], {
    samples: [
      { name: 'x', role: 'admin' },
      { name: 'x', role: 5 },
    ],
    note: 'excluded keys are silently dropped before whitelisting',
  }),
  shape('class-transformer', T.ExcludedPlainOnly, [{ email: 'a@b.co', password: 'x' }]),
  shape('class-transformer', T.ExcludeAllExpose, [{ name: 'x' }], {
    samples: [
      { name: 'x', hidden: 'y' },
      { name: 'x', other: 1 },
    ],
  }),
  shape('class-transformer', T.TypeNumberQuery, [{ page: 1, limit: 2.5, all: true }, { page: 1 }], {
    extra: { page: ['1', 'x'], all: ['false'] },
  }),
  shape(
    'class-transformer',
    T.ImplicitQuery,
    [
      { page: 1, all: true, q: 'x' },
      { page: 1, q: 'x' },
    ],
    {
      pipe: {
        transform: true,
        whitelist: true,
        forbidNonWhitelisted: true,
        transformOptions: { enableImplicitConversion: true },
      },
      extra: { page: ['1', 'x'], all: ['false'] },
    },
  ),
  shape('class-transformer', T.ExtraneousDto, [{ a: 'x', b: 1 }], {
    pipe: {
      transform: true,
      whitelist: true,
      forbidNonWhitelisted: true,
      transformOptions: { excludeExtraneousValues: true },
    },
  }),

  // whitelist
  shape('whitelist', W.Undecorated, [{ a: 'x' }], {
    note: 'ES2023 [[Define]] semantics: the undecorated field is an own property, so forbidNonWhitelisted rejects EVERY body',
  }),
  shape('whitelist', W.UndecoratedDeclare, [{ a: 'x' }], { samples: [{ a: 'x', b: 'y' }] }),
  shape('whitelist', W.PrivateStuff, [{ a: 'x' }], {
    samples: [
      { a: 'x', upper: 'y' },
      { a: 'x', shout: 1 },
    ],
  }),
  shape('whitelist', W.ReadonlyDto, [{ a: 'x', b: 1 }]),
  shape('whitelist', W.EmptyDto, [{}]),
  shape('whitelist', W.NoWhitelist, [{ a: 'x', b: 1, c: 2 }, { a: 'x' }], {
    pipe: { transform: true },
  }),
  shape('whitelist', W.WhitelistStrip, [{ a: 'x' }, { a: 'x', junk: 1 }], {
    pipe: { transform: true, whitelist: true },
  }),
  shape('whitelist', W.CtorDto, [{ a: 'x' }]),
  shape('whitelist', W.QuotedKeys, [{ 'x-key': 'x', $n: 1 }]),
];
