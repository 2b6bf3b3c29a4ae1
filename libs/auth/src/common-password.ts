import { dictionary } from '@zxcvbn-ts/language-common';

const MOST_COMMON = 10_000;

const fold = (password: string) => password.normalize('NFKC').toLowerCase();

let known: ReadonlySet<string> | undefined;

/** Made when a password is set for the first time: a start has other work. */
const commonPasswords = () => (known ??= new Set(dictionary['passwords-common'].slice(0, MOST_COMMON).map(fold)));

export function commonPasswordProblem(password: unknown): string | null {
  return typeof password === 'string' && commonPasswords().has(fold(password))
    ? 'is one of the most common passwords. Choose another'
    : null;
}
