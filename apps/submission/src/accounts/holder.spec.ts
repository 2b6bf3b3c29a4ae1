import { usableRoles } from './holder';

describe('the roles that a credential may use', () => {
  const roles = ['participant' as const, 'reviewer' as const, 'fulfilment' as const, 'admin' as const];
  const facts = { roles, scopes: null, isProved: false };

  it('includes all roles if second factors are optional', () => {
    expect(usableRoles(facts, 'optional')).toEqual({ roles, withheldRoles: [] });
  });

  it('includes all roles after the second factor was shown', () => {
    expect(usableRoles({ ...facts, isProved: true }, 'required')).toEqual({ roles, withheldRoles: [] });
  });

  it('excludes admin and fulfilment without a required second factor', () => {
    expect(usableRoles(facts, 'required')).toEqual({
      roles: ['participant', 'reviewer'],
      withheldRoles: ['fulfilment', 'admin'],
    });
  });

  it('includes no role of staff for a token with scopes, also after the second factor was shown', () => {
    const scoped = { ...facts, isProved: true, scopes: ['projects:read' as const] };
    for (const policy of ['optional', 'required'] as const)
      expect(usableRoles(scoped, policy)).toEqual({ roles: ['participant'], withheldRoles: [] });
  });
});
