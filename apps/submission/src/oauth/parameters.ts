import type { FormFields } from '@shipyard/http';
import { oauthErrors } from './protocol-errors';

/** A parameter without a value counts as absent (RFC 6749, section 3.2). */
export function optional(form: FormFields, name: string): string | undefined {
  const value = Object.hasOwn(form, name) ? form[name] : undefined;
  return value === '' ? undefined : value;
}

export function required(form: FormFields, name: string): string {
  const value = optional(form, name);
  if (value === undefined) throw oauthErrors.invalid_request({ message: `${name} is missing.` });
  return value;
}
