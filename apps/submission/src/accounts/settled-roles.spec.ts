import fc from 'fast-check';
import { type StaffRole, STAFF_ROLES } from './account.entity';
import { assertSettledRole } from './settled-roles';

const some = fc.subarray<StaffRole>([...STAFF_ROLES]);

it('lets a caller in by a role that is asked for, that they have, and that does not wait, and by no other', () => {
  fc.assert(
    fc.property(some, some, some, (held, waitingRoles, wanted) => {
      const isLetIn = held.some((role) => wanted.includes(role) && !waitingRoles.includes(role));
      const ask = () => assertSettledRole({ roles: ['participant', ...held], waitingRoles }, ...wanted);
      if (isLetIn) expect(ask).not.toThrow();
      else expect(ask).toThrow('Your role is new');
    }),
  );
});
