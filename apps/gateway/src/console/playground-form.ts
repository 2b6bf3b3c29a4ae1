import { isWellFormedToken } from '@shipyard/contracts';
import type { FormFields } from '@shipyard/http';
import { CALL_KINDS, type CallFields, type CallKind, isTokenCount } from '@shipyard/ui/call-code';

export const PLAYGROUND_PATHS: Readonly<Record<CallKind, string>> = {
  text: '/v1/chat/completions',
  image: '/v1/images/generations',
  search: '/v1/searches',
};

/** The names of the fields that an ended session carries along. The key is in no answer. */
export const PLAYGROUND_FIELD_NAMES = ['kind', 'model', 'prompt', 'max_tokens', 'size'];

export type PlaygroundProblems = Partial<Record<'model' | 'prompt' | 'max_tokens' | 'key', true>>;

export const readPlaygroundFields = (sent: FormFields): CallFields => ({
  kind: CALL_KINDS.find((kind) => kind === sent.kind) ?? 'text',
  model: sent.model ?? '',
  prompt: sent.prompt ?? '',
  max_tokens: (sent.max_tokens ?? '').trim(),
  size: (sent.size ?? '').trim(),
});

/** Without a key, the playground itself pays. */
export function playgroundProblems(fields: CallFields, key: string): PlaygroundProblems {
  return {
    ...(fields.model === '' && { model: true }),
    ...(fields.prompt.trim() === '' && { prompt: true }),
    ...(fields.max_tokens !== '' && !isTokenCount(fields.max_tokens) && { max_tokens: true }),
    ...(key !== '' && !isWellFormedToken('gwk_', key) && { key: true }),
  };
}
