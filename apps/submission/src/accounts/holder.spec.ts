import { usableRoles } from './holder';

describe('the roles that a credential may use', () => {
  const roles = ['participant' as const, 'reviewer' as const, 'fulfilment' as const, 'admin' as const];
  const facts = { roles, isProved: false };

  it('are all where second factors are optional', () => {
    expect(usableRoles(facts, 'optional')).toEqual({ roles, withheldRoles: [] });
  });

  it('are all once the second factor was proved', () => {
    expect(usableRoles({ ...facts, isProved: true }, 'required')).toEqual({ roles, withheldRoles: [] });
  });

  it('are neither admin nor fulfilment without the second factor that is required', () => {
    expect(usableRoles(facts, 'required')).toEqual({ roles: ['participant', 'reviewer'], withheldRoles: ['fulfilment', 'admin'] });
  });
});
