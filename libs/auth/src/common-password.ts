import { dictionary } from '@zxcvbn-ts/language-common';

const MOST_COMMON = 10_000;

const fold = (password: string) => password.normalize('NFKC').toLowerCase();

/** The list is ordered by how often a password is used. */
const common: ReadonlySet<string> = new Set(dictionary['passwords-common'].slice(0, MOST_COMMON).map(fold));

/** Says what is wrong with a password that is one of the 10,000 most common ones; null for any other. */
export function commonPasswordProblem(password: unknown): string | null {
  return typeof password === 'string' && common.has(fold(password)) ? 'is one of the most common passwords. Choose another' : null;
}
