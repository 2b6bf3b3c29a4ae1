import type { FinishReason } from '@shipyard/contracts';
import { toCnyNumber } from '../money';

/** What the gateway itself puts on an answer: its own id, and the alias that was asked for. */
export interface AnswerIdentity {
  id: string;
  model: string;
  /** Unix seconds. */
  created: number;
}

export interface UsageFigures {
  promptTokens: number;
  cachedTokens: number;
  completionTokens: number;
  reasoningTokens: number;
  /** Counted here, because the supplier gave none. */
  estimated: boolean;
  costNano: bigint;
}

interface Choice {
  index: number;
  logprobs: unknown;
}

export function answerIdentity(requestId: string, model: string): AnswerIdentity {
  return { id: `chatcmpl-${requestId.replaceAll('-', '')}`, model, created: Math.floor(Date.now() / 1_000) };
}

export function toUsageView(usage: UsageFigures) {
  return {
    prompt_tokens: usage.promptTokens,
    completion_tokens: usage.completionTokens,
    total_tokens: usage.promptTokens + usage.completionTokens,
    prompt_tokens_details: { cached_tokens: usage.cachedTokens },
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
    cost_cny: toCnyNumber(usage.costNano),
    ...(usage.estimated && { estimated: true }),
  };
}

/** A whole answer, with every key that OpenAI's schema requires. */
export function toCompletionView(
  { id, model, created }: AnswerIdentity,
  choices: (Choice & { content: Record<string, unknown>; finishReason: FinishReason })[],
  usage: UsageFigures,
) {
  return {
    id,
    object: 'chat.completion',
    created,
    model,
    choices: choices.map(({ index, content, logprobs, finishReason }) => ({
      index,
      message: { role: 'assistant', content: null, refusal: null, ...content },
      logprobs: logprobs ?? null,
      finish_reason: finishReason,
    })),
    usage: toUsageView(usage),
  };
}

/**
 * The pieces of a streamed answer, each as JSON. What all of them begin with is written once: most of what a stream costs is its many small pieces.
 * Where usage was asked for, every piece has the key, and the last one the figures.
 */
export function chunkWriter({ id, model, created }: AnswerIdentity) {
  const head = JSON.stringify({ id, object: 'chat.completion.chunk', created, model }).slice(0, -1);
  return (
    choices: (Choice & { delta: Record<string, unknown>; finishReason: FinishReason | null })[],
    usage?: UsageFigures | null,
  ): string => {
    const written = choices.map(({ index, delta, logprobs, finishReason }) => ({ index, delta, logprobs: logprobs ?? null, finish_reason: finishReason }));
    const tail = usage === undefined ? '' : `,"usage":${usage === null ? 'null' : JSON.stringify(toUsageView(usage))}`;
    return `${head},"choices":${JSON.stringify(written)}${tail}}`;
  };
}
