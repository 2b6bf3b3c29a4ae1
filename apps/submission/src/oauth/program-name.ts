import { type LineLimits, lineProblem, normaliseLine } from '@shipyard/contracts';

/** What a person cannot see, or what turns the text around it: with it, one name looks like another. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u;

/** Reads the name that a program gives itself, which a person reads before they let it in. */
export function readProgramName(sent: unknown, limits: LineLimits): { name: string } | { problem: string } {
  const name = typeof sent === 'string' ? normaliseLine(sent, limits.max) : sent;
  const problem = lineProblem(name, limits);
  if (typeof name !== 'string' || problem !== null) return { problem: problem ?? 'must be a string' };
  return UNSEEN.test(name)
    ? { problem: 'must not contain invisible characters, or characters that change the direction of a text' }
    : { name };
}
