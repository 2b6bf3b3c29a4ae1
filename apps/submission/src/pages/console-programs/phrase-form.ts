import { PHRASES_MAX, phraseProblem } from '../../programs';

export interface PhrasesError {
  kind: 'long' | 'invalid' | 'many';
  /** Which phrase. */
  phrase: number;
}

/** An empty line ends a phrase, so a phrase may have several lines. */
export const textOfPhrases = (phrases: readonly string[]) => phrases.join('\n\n');

export const phrasesIn = (text: string): string[] =>
  text
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');

export function phrasesError(phrases: readonly string[]): PhrasesError | null {
  if (phrases.length > PHRASES_MAX) return { kind: 'many', phrase: PHRASES_MAX };
  for (const [at, text] of phrases.entries()) {
    const kind = phraseProblem(text);
    if (kind !== null) return { kind, phrase: at + 1 };
  }
  return null;
}

const SHORT = 70;

/** The start of a phrase, to choose it by. */
export function startOf(phrase: string): string {
  const line = phrase.replace(/\s+/g, ' ');
  return [...line].length <= SHORT ? line : `${[...line].slice(0, SHORT - 1).join('')}…`;
}
