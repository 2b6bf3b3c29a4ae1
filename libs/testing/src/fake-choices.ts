import type { FakeAnswer, FakeChoice } from './fake-behaviour';

const WORDS = ['Hello', ' from', ' afar', '.'];

/** What is answered: as it was scripted, else the same words as often as was asked for. */
export function choicesOf({ choices, words, finishReason }: FakeAnswer, count: number): FakeChoice[] {
  return choices ?? Array.from({ length: count }, () => ({ words: words ?? WORDS, finishReason }));
}

/** How a choice ends, in OpenAI's words or the supplier's own; null: it never does. */
export function finishOf({ finishReason, toolCalls }: FakeChoice): string | null {
  return finishReason === undefined ? (toolCalls ? 'tool_calls' : 'stop') : finishReason;
}

/** One token a word. */
export function countTokens(choices: FakeChoice[]): number {
  return choices.reduce((sum, { words }) => sum + (words?.length ?? 1), 0);
}

export const PROMPT_TOKENS = 11;
