export interface AskedRow {
  index: number;
  answer: string | null;
  /** Whether the row was answered by a request with the same Idempotency-Key. */
  hasKey: boolean;
}

export interface GivenAnswer {
  answer: string;
  index: number | undefined;
}

export type AnswerPlace =
  | { kind: 'store'; index: number }
  /** The answer is already there. Its request is answered as the first time. */
  | { kind: 'replay'; index: number }
  | { kind: 'conflict'; open: number | null };

/**
 * Decides where an answer belongs. `asked` has the questions that were asked, in order: all but the last are answered.
 * A retry carries the same Idempotency-Key, or names the question and has the same words.
 */
export function placeAnswer(asked: readonly AskedRow[], { answer, index }: GivenAnswer): AnswerPlace {
  const sent = asked.find(({ hasKey }) => hasKey);
  if (sent) return { kind: 'replay', index: sent.index };
  const named = asked.find((question) => question.index === index);
  if (named && named.answer === answer) return { kind: 'replay', index: named.index };
  const open = asked.find((question) => question.answer === null)?.index ?? null;
  if (open === null || (index !== undefined && index !== open)) return { kind: 'conflict', open };
  return { kind: 'store', index: open };
}
