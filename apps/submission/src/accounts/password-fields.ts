import { commonPasswordProblem, PASSWORD } from '@shipyard/auth';
import { lineProblem, lineSchema } from '@shipyard/contracts';
import { Satisfies } from '@shipyard/http';

export const IsPassword = () =>
  Satisfies((value) => lineProblem(value, PASSWORD) ?? commonPasswordProblem(value), lineSchema(PASSWORD));

const SENT_PASSWORD = { min: 1, max: PASSWORD.max };

export const IsSentPassword = () => Satisfies((value) => lineProblem(value, SENT_PASSWORD), lineSchema(SENT_PASSWORD));
