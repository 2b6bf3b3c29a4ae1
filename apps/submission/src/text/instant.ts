import { instantOf } from '@shipyard/contracts';
import { Satisfies } from '@shipyard/http';

export const IsInstant = () =>
  Satisfies((value) => (instantOf(value) === null ? 'must be a time such as 2030-01-31T12:00:00Z' : null), {
    type: 'string',
    format: 'date-time',
  });
