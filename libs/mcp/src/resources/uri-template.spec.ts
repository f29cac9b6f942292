import { SetupError } from '../errors/setup.error.js';
import { UriTemplate } from './uri-template.js';

const match = (template: string, uri: string) => {
  const values = new UriTemplate(template).match(uri);
  return values && { ...values };
};

describe('a URI template, read backwards', () => {
  it.each<[string, string, object]>([
    ['test://template/{id}/data', 'test://template/123/data', { id: '123' }],
    ['users://{user}', 'users://ada', { user: 'ada' }],
    ['users://{user}/posts/{post}', 'users://a/posts/b', { user: 'a', post: 'b' }],
    ['x://{a}-{b}', 'x://1-2', { a: '1', b: '2' }],
    ['x://{name}{.ext}', 'x://file.txt', { name: 'file', ext: 'txt' }],
    ['x://host{/a,b}', 'x://host/1/2', { a: '1', b: '2' }],
    ['x://host{/path*}', 'x://host/a/b/c', { path: ['a', 'b', 'c'] }],
    ['file:///{+path}', 'file:///a/b/c.txt', { path: 'a/b/c.txt' }],
    ['x://{+path}/end', 'x://a/b/end', { path: 'a/b' }],
    ['x://a{?q,limit}', 'x://a?limit=2&q=b%20c', { q: 'b c', limit: '2' }],
    ['x://a{?q}', 'x://a', {}],
    ['x://a{?q}', 'x://a?other=1', {}],
    ['x://{id}', 'x://%C3%A9%20%3F', { id: 'é ?' }],
    ['x://(a|b)*.{id}?', 'x://(a|b)*.1?', { id: '1' }],
    ['x://{constructor}', 'x://1', { constructor: '1' }],
  ])('%s takes %s', (template, uri, values) => {
    expect(match(template, uri)).toEqual(values);
  });

  it.each<[string, string, object]>([
    ['x://{a}-{b}', 'x://1-2-3', { a: '1-2', b: '3' }],
    ['x://{a}-{b}-{c}', 'x://-----', { a: '-', b: '-', c: '-' }],
    ['x://{a}-{b}-{c}', 'x://1--2-3-4', { a: '1--2', b: '3', c: '4' }],
    ['x://{a}{.b}', 'x://1.2.3', { a: '1.2', b: '3' }],
    ['x://{a}aa{b}', 'x://aaaaaa', { a: 'aaa', b: 'a' }],
    ['x://{+a}/{b}', 'x://1/2/3', { a: '1/2', b: '3' }],
    ['x://{+a}{/b*}', 'x://1/2/3', { a: '1/2', b: ['3'] }],
    ['x://h{/a*}{/b*}/end', 'x://h/1/2/3/end', { a: ['1', '2'], b: ['3'] }],
    ['x://h{/a*}-{b}', 'x://h/1-2/3-4-5', { a: ['1-2', '3-4'], b: '5' }],
  ])('of several readings of %s, in %s the first variable takes most', (template, uri, values) => {
    expect(match(template, uri)).toEqual(values);
  });

  it.each([
    ['x://h{/a*}', 'x://h/1//2'],
    ['x://h{/a*}', 'x://h/1/'],
    ['x://{id}', 'x://'],
    ['x://{id}', 'x://a/b'],
    ['x://{id}', 'x://a?b'],
    ['x://{id}', 'y://a'],
    ['x://{id}/data', 'x://a/datax'],
    ['x://{id}/data', 'zx://a/data'],
    ['x://{id}', `x://${'a'.repeat(9000)}`],
    ['x://{id}', 'x://%zz'],
    ['x://{id}', 'x://%ff'],
    ['x://a{?q}', 'x://a?q=%ff'],
  ])('%s does not take %s', (template, uri) => {
    expect(match(template, uri)).toBeUndefined();
  });

  it.each(['..', '.', '%2e%2e', '%2E', 'a%2Fb', 'a%5Cb', 'a%00b', '..%2f..%2fetc', '%2e%2e%2f'])(
    'no value leads out of its place: %s',
    (value) => {
      for (const template of ['x://{id}', 'x://{+path}', 'x://a{/path*}', 'x://a{/id}']) {
        expect(
          match(template, `x://${template.startsWith('x://a') ? 'a/' : ''}${value}`),
        ).toBeUndefined();
      }
      expect(match('file:///{+path}', `file:///a/${value}/b`)).toBeUndefined();
    },
  );

  it.each([
    ['x://{a}{b}', /side by side/],
    ['x://{a}/{a}', /twice/],
    ['x://{a', /counterpart/],
    ['x://a}', /counterpart/],
    ['x://{}', /no variable/],
    ['x://{a b}', /no variable/],
    ['x://{#a}', /not supported/],
    ['x://{;a}', /not supported/],
    ['x://{a:3}', /no variable/],
    ['x://{a,b}', /told apart/],
    ['x://{a*}', /after "\/" only/],
    ['x://{?q}/a', /at its end/],
  ])('%s is refused at boot', (template, message) => {
    expect(() => new UriTemplate(template)).toThrow(SetupError);
    expect(() => new UriTemplate(template)).toThrow(message);
  });

  it('tells its variables in order', () => {
    expect(new UriTemplate('x://{a}{/b,c*}{?d}').variables).toEqual(['a', 'b', 'c', 'd']);
  });
});
