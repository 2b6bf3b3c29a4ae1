import type { FakeAnswer, FakeChoice } from './fake-behavior';

const WORDS = ['Hello', ' from', ' afar', '.'];

export function choicesOf({ choices, words, finishReason }: FakeAnswer, count: number): FakeChoice[] {
  return choices ?? Array.from({ length: count }, () => ({ words: words ?? WORDS, finishReason }));
}

export function finishOf({ finishReason, toolCalls }: FakeChoice): string | null {
  return finishReason === undefined ? (toolCalls ? 'tool_calls' : 'stop') : finishReason;
}

export function countTokens(choices: FakeChoice[]): number {
  return choices.reduce((sum, { words }) => sum + (words?.length ?? 1), 0);
}

export const PROMPT_TOKENS = 11;
