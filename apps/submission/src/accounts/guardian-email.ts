import { inputInvalid } from '@shipyard/http';

/** Nobody is their own guardian. */
export function assertAnother(email: string, ownEmail: string, field: string): void {
  if (email.toLowerCase() === ownEmail.toLowerCase())
    throw inputInvalid(field, 'must be the address of your parent or guardian, not your own');
}
