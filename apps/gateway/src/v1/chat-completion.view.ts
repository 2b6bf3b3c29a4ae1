import { randomBytes } from 'node:crypto';
import type { FinishReason } from '@shipyard/contracts';
import { toCnyNumber } from '../money';

export interface AnswerIdentity {
  id: string;
  model: string;
  /** Unix seconds. */
  created: number;
}

export interface UsageFigures {
  promptTokens: number;
  cachedTokens: number;
  cacheWriteTokens?: number;
  completionTokens: number;
  reasoningTokens: number;
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

function toUsageView(usage: UsageFigures) {
  return {
    prompt_tokens: usage.promptTokens,
    completion_tokens: usage.completionTokens,
    total_tokens: usage.promptTokens + usage.completionTokens,
    prompt_tokens_details: {
      cached_tokens: usage.cachedTokens,
      ...(usage.cacheWriteTokens && { cache_write_tokens: usage.cacheWriteTokens }),
    },
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
    cost_cny: toCnyNumber(usage.costNano),
    ...(usage.estimated && { estimated: true }),
  };
}

/** Has every key that OpenAI's schema requires. */
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
 * Serializes the common start once, because a stream has many small pieces. With usage, every piece has the key, and
 * the last one the figures. With obfuscation, pieces are padded.
 */
export function chunkWriter({ id, model, created }: AnswerIdentity, { obfuscated }: { obfuscated: boolean }) {
  const head = JSON.stringify({ id, object: 'chat.completion.chunk', created, model }).slice(0, -1);
  return (
    choices: (Choice & { delta: Record<string, unknown>; finishReason: FinishReason | null })[],
    usage?: UsageFigures | null,
  ): string => {
    const written = choices.map(({ index, delta, logprobs, finishReason }) => ({
      index,
      delta,
      logprobs: logprobs ?? null,
      finish_reason: finishReason,
    }));
    const tail = usage === undefined ? '' : `,"usage":${usage === null ? 'null' : JSON.stringify(toUsageView(usage))}`;
    const piece = `${head},"choices":${JSON.stringify(written)}${tail}}`;
    return obfuscated && choices.length > 0 ? padded(piece) : piece;
  };
}

/** Padded pieces have a multiple of this length, in bytes, so that sizes do not reveal words. */
const PADDED_BYTES = 512;

function padded(piece: string): string {
  const [before, after] = [`${piece.slice(0, -1)},"obfuscation":"`, '"}'];
  const missing = PADDED_BYTES - ((Buffer.byteLength(before) + after.length) % PADDED_BYTES);
  return `${before}${randomBytes(missing).toString('base64url').slice(0, missing)}${after}`;
}
