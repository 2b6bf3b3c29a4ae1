import type { FakeAnswer, FakeChoice } from './fake-behaviour';

const WORDS = ['Hello', ' from', ' afar', '.'];

/** Returns the scripted choices, or the same words for each requested choice. */
export function choicesOf({ choices, words, finishReason }: FakeAnswer, count: number): FakeChoice[] {
  return choices ?? Array.from({ length: count }, () => ({ words: words ?? WORDS, finishReason }));
}

/** Returns the finish reason in OpenAI's or the supplier's terms. Null: the choice never ends. */
export function finishOf({ finishReason, toolCalls }: FakeChoice): string | null {
  return finishReason === undefined ? (toolCalls ? 'tool_calls' : 'stop') : finishReason;
}

/** One token per word. */
export function countTokens(choices: FakeChoice[]): number {
  return choices.reduce((sum, { words }) => sum + (words?.length ?? 1), 0);
}

export const PROMPT_TOKENS = 11;
