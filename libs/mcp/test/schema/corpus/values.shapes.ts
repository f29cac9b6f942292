import * as P from './primitives.dto.js';
import * as E from './enums.dto.js';
import * as S from './strings.dto.js';
import { shape, type Shape } from './shape.js';

const uuid4 = '3d6f0a8e-5b0f-4f53-9c1c-2b7a6f1f8f11';
const uuid1 = 'c9bf9e57-1685-11ee-be56-0242ac120002';

export const valuesShapes: readonly Shape[] = [
  // primitives
  shape('primitives', P.Primitives, [{ s: 'x', n: 1.5, b: true, i: 3 }]),
  shape('primitives', P.OptionalProps, [{ s: 'x', i: 1, must: 'y' }, { must: 'y' }]),
  shape('primitives', P.NullableOptional, [
    { s: 'x', n: 1 },
    { s: null, n: null },
  ]),
  shape('primitives', P.NullableRequired, [{ s: 'x' }, { s: null }]),
  shape('primitives', P.OptionalNotNull, [{ s: 'x' }, {}]),
  shape('primitives', P.DefinedAny, [{ any: 1 }, { any: { a: 1 } }]),
  shape('primitives', P.DefaultOptional, [{ limit: 5, sort: 'x' }, {}]),
  shape('primitives', P.DefaultNoOptional, [{ page: 5, desc: true }, {}]),
  shape('primitives', P.DefaultButExposed, [{ page: 5 }], {
    note: '@Expose + initializer: absent key overwrites the default with undefined',
  }),
  shape('primitives', P.NotEmptyOnly, [{ s: 'x', n: 1 }]),
  shape('primitives', P.StringLengths, [{ a: 'abc', b: 'abc', c: 'abc', d: 'x' }]),
  shape('primitives', P.LengthOnly, [{ s: 'abc', t: 'abc' }]),
  shape('primitives', P.NumberBounds, [{ a: 2, b: 0.5, c: -0.5, d: 10 }], {
    extra: { a: [1.5, 1.4, 10, 10.1], b: [0.5, 0.01], c: [-0.5], d: [15, 12] },
  }),
  shape('primitives', P.MinOnly, [{ a: 2, b: 2, c: 2 }]),
  shape('primitives', P.DecimalPlaces, [{ price: 1.25 }], {
    extra: { price: [1.256, 19.99, 0.07, 1e-7, 4.35] },
  }),
  shape('primitives', P.NanAllowed, [{ x: 1 }]),
  shape('primitives', P.StringyPrims, [{ b: 'true', n: '1.5', digits: '12', dec: '1.5' }], {
    extra: {
      b: ['1', '0', 'TRUE', 'yes'],
      n: ['+1', '1e3', '.5', '1.', '-1.25'],
      digits: ['007', '-1'],
      dec: ['.5', '1.', '+2.0'],
    },
  }),
  shape('primitives', P.LatLon, [{ lat: 12.5, lon: 45.1 }], {
    extra: { lat: [90, 91, -90, '12.5'], lon: [180, 181, '45'] },
  }),
  shape('primitives', P.BigIntDto, [{ id: '123' }, { id: 123 }], {
    wire: {
      id: { kind: 'union', of: [{ kind: 'pattern', pattern: '^-?[0-9]+$' }, { kind: 'integer' }] },
    },
    note: 'wire: integer or digit string',
  }),
  shape('primitives', P.EmptyOk, [
    { name: 'x' },
    { trap: '', name: 'x' },
    { trap: null, name: 'x' },
  ]),
  shape('primitives', P.OptionalNotEmpty, [{ s: 'x' }, {}]),
  shape('primitives', P.AllowAny, [{ x: 1, y: 'y' }, { x: { a: 1 } }, {}]),
  shape('primitives', P.OptionalOnly, [{ q: 'a', n: 1 }, {}]),

  // enums
  shape('enums', E.StringEnum, [{ status: 'active' }], {
    extra: { status: ['blocked', 'Active'] },
  }),
  shape('enums', E.NumericEnum, [{ level: 5 }], { extra: { level: [0, 10, 'Low', 'High', '5'] } }),
  shape('enums', E.HeteroEnum, [{ h: 'a' }, { h: 2 }], { extra: { h: ['c', 'B', 'A', '2'] } }),
  shape('enums', E.ConstObjectEnum, [{ color: 'red' }], { extra: { color: ['blue', 'Red'] } }),
  shape('enums', E.ConstArrayIn, [{ size: 's' }], { extra: { size: ['l', 'xl'] } }),
  shape('enums', E.LiteralUnionIn, [{ dir: 'asc' }], { extra: { dir: ['desc', 'ASC'] } }),
  shape('enums', E.MixedIn, [{ v: 1 }, { v: 'a' }, { v: true }, { v: null }]),
  shape('enums', E.EqualsDto, [{ kind: 'fixed', version: 3, yes: true }]),
  shape('enums', E.NotInDto, [{ name: 'bob', n: 1 }], {
    extra: { name: ['root', 'admin'], n: [0] },
  }),
  shape('enums', E.NotInOnly, [{ name: 'bob' }], { extra: { name: ['root', 'admin'] } }),
  shape('enums', E.EnumArray, [{ statuses: ['active', 'blocked'] }, { statuses: [] }], {
    extra: { statuses: [['x'], ['active', 'active'], 'active'] },
  }),
  shape('enums', E.InArray, [{ tags: ['a'] }, { tags: [] }], {
    extra: { tags: [['a', 'c'], 'a'] },
  }),
  shape('enums', E.OptionalEnum, [{ status: 'active', other: null }, { other: 'blocked' }]),
  shape('enums', E.NumericEnumArray, [{ levels: [0, 5] }], {
    extra: { levels: [['Low'], [0, 1]] },
  }),

  // strings
  shape('strings', S.MatchesPlain, [{ s: 'abc' }], {
    extra: { s: ['a', 'abcde', 'ABC', 'abc\n'] },
  }),
  shape('strings', S.MatchesFlagI, [{ s: 'AbC' }], { extra: { s: ['ABC', 'abc1', 'ſ', 'K'] } }),
  shape('strings', S.MatchesUnicode, [{ s: 'éa' }], { extra: { s: ['日本', 'a1', '𝒳'] } }),
  shape('strings', S.MatchesString, [{ s: 'ABC' }, { s: 'abc' }], { extra: { s: ['xabc'] } }),
  shape('strings', S.MatchesMultiline, [{ s: 'b' }, { s: 'a\nb\nc' }], {
    extra: { s: ['a\nbb', 'ab'] },
  }),
  shape('strings', S.MatchesDotall, [{ s: 'abc' }, { s: 'a\nc' }]),
  shape('strings', S.TwoMatches, [{ s: 'a1' }], { extra: { s: ['a', '1', '1a', 'A1'] } }),
  shape('strings', S.MatchesInvalidU, [{ s: 'a-b.c' }], {
    extra: { s: ['a b', 'a_b'] },
    note: 'regex legal without u flag but a SyntaxError with it (ajv unicodeRegExp default true)',
  }),
  shape('strings', S.EmailDto, [{ email: 'a@b.co' }]),
  shape('strings', S.UuidDto, [{ id: uuid4, any: uuid1 }], {
    extra: {
      id: [uuid1, uuid4.toUpperCase(), uuid4 + 'x'],
      any: [
        uuid4,
        '00000000-0000-0000-0000-000000000000',
        'ffffffff-ffff-ffff-ffff-ffffffffffff',
        '3d6f0a8e5b0f4f539c1c2b7a6f1f8f11',
        'urn:uuid:' + uuid4,
        '3d6f0a8e-5b0f-0f53-0c1c-2b7a6f1f8f11',
      ],
    },
  }),
  shape('strings', S.UrlDto, [{ url: 'http://example.com', https: 'https://example.com/a?b=c' }]),
  shape('strings', S.Iso8601, [{ at: '2024-01-01T10:00:00Z', strict: '2024-01-01' }]),
  shape('strings', S.DateStringDto, [{ at: '2024-01-01T10:00:00Z' }, { at: '2024-01-01' }]),
  shape('strings', S.Rfc3339Dto, [{ at: '2024-01-01T10:00:00Z' }]),
  shape('strings', S.NetFormats, [
    { any: '1.2.3.4', v4: '1.2.3.4', v6: '::1', host: 'example.com', mac: '01:23:45:67:89:ab' },
  ]),
  shape(
    'strings',
    S.IdFormats,
    [{ id: '507f1f77bcf86cd799439011', color: '#fff', hex: 'dead', ver: '1.2.3' }],
    {
      extra: {
        color: ['fff', '#FFFF', '#ffffff80', '#ggg'],
        hex: ['0xFF', 'xyz'],
        ver: ['1.2', '1.2.3-rc.1+b'],
      },
    },
  ),
  shape('strings', S.EncFormats, [
    { jwt: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc', b64: 'aGVsbG8=', json: '{"a":1}' },
  ]),
  shape('strings', S.ContainsDto, [{ s: 'xa.by', t: 'xy' }], {
    extra: { s: ['a.b', 'aXb'], t: ['x+y', 'xxy'] },
  }),
  shape('strings', S.CharClasses, [{ a: 'abc', an: 'ab1', asc: 'a b' }]),
  shape('strings', S.Cases, [{ up: 'ABC', low: 'abc' }], {
    extra: { up: ['aBC', '12'], low: ['Abc', '12'] },
  }),
  shape(
    'strings',
    S.MiscFormats,
    [{ time: '23:59', port: '8080', country: 'US', ll: '12.5,45.1', tz: 'Europe/Berlin' }],
    {
      extra: {
        time: ['24:00', '2359', '7:05'],
        port: ['0', '65535', '65536', '080'],
        country: ['us', 'XX'],
        tz: ['Mars/Base'],
      },
    },
  ),
  shape(
    'strings',
    S.AlgorithmFormats,
    [{ card: '4111111111111111', phone: '+14155552671', us: '+14155552671', pw: 'Aa1!aaaa' }],
    { extra: { card: ['4111111111111112'], pw: ['password'] } },
  ),
  shape('strings', S.EmailEach, [{ emails: ['a@b.co'] }], {
    extra: { emails: [['x'], [], 'a@b.co'] },
  }),
];
