import type { MessageContext } from './message-context.js';
import { presentedBy, principalOf } from './principal.js';

const options = { info: { name: 'a', version: '1' } };

function context(
  headers: Record<string, string> = {},
  more: Partial<MessageContext> = {},
): MessageContext {
  return {
    transport: 'http',
    headers,
    signal: new AbortController().signal,
    send: async () => {},
    ...more,
  };
}

const principal = { subject: 's', issuer: 'i', scopes: [], claims: {} };

describe('who calls', () => {
  it('is nobody without credentials', () => {
    expect(principalOf(undefined, context({ 'x-other': '1' }), options)).toBe('anonymous');
  });

  it('is told by the credentials, which are not to be seen in it', () => {
    const one = presentedBy(context({ authorization: 'Bearer secret' }), options);
    expect(one).toMatch(/^credentials:[\w-]{22}$/);
    expect(presentedBy(context({ authorization: 'Bearer secret' }), options)).toBe(one);
    expect(presentedBy(context({ authorization: 'Bearer other' }), options)).not.toBe(one);
    expect(presentedBy(context({ 'x-api-key': 'Bearer secret' }), options)).not.toBe(one);
  });

  it('is told by the headers that the application names', () => {
    const own = { ...options, credentialHeaders: ['x-token'] };
    expect(presentedBy(context({ 'x-token': 'a' }), own)).toMatch(/^credentials:/);
    expect(presentedBy(context({ authorization: 'a' }), own)).toBe('anonymous');
  });

  it.each(['tenant', 'tenantId', 'tenant_id', 'organizationId', 'org_id'])(
    'is another one in another %s, though the id is the same',
    (name) => {
      const inTenant = (value: unknown) =>
        principalOf({ id: 1, [name]: value }, context(), options);
      expect(inTenant('a')).toBe(inTenant('a'));
      expect(new Set([inTenant('a'), inTenant('b'), inTenant(undefined)]).size).toBe(3);
    },
  );

  it.each([{ sub: 'ada' }, { id: 7 }, { userId: '7' }, { username: 'ada' }, 'ada'])(
    'is the user whom the guards name: %j',
    (caller) => {
      const first = principalOf(caller, context({ authorization: 'one' }), options);
      expect(first).toMatch(/^user:/);
      expect(principalOf(caller, context({ authorization: 'two' }), options)).toBe(first);
    },
  );

  it('differs by issuer, and by type of id', () => {
    const ids = [{ sub: '1', iss: 'a' }, { sub: '1', iss: 'b' }, { sub: '1' }, { id: 1 }];
    expect(new Set(ids.map((id) => principalOf(id, context(), options))).size).toBe(4);
  });

  it('is not told by a user without any id', () => {
    expect(principalOf({ roles: ['x'] }, context(), options)).toBe('anonymous');
  });

  it('is whom the application says', () => {
    const own = { ...options, principalOf: (caller: unknown) => (caller as { key: string }).key };
    expect(principalOf({ key: 'a' }, context(), own)).not.toBe(
      principalOf({ key: 'b' }, context(), own),
    );
  });

  it('is whom a verified token names, before any guard has run', () => {
    const known = presentedBy(context({ authorization: 'one' }, { principal }), options);
    expect(known).toMatch(/^token:/);
    expect(principalOf({ id: 1 }, context({ authorization: 'two' }, { principal }), options)).toBe(
      known,
    );
  });
});
