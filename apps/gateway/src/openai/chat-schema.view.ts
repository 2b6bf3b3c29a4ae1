/*
 * The schemas of chat completions. They describe what `chat/chat-request.ts` reads and what `chat-completion.view.ts`
 * writes; the e2e suites compare the answers with them.
 */
import {
  AnyJson,
  Describe,
  Holds,
  type JsonSchema,
  ListOf,
  MayBeAbsent,
  MoreFields,
  OrNull,
  Satisfies,
} from '@shipyard/http';
import type { FinishReason } from '@shipyard/contracts';
import { IsBoolean, IsIn, IsInt, IsNumber, IsString, Max, Min } from 'class-validator';

const FINISH_REASONS = ['stop', 'length', 'tool_calls', 'content_filter', 'function_call'] as const;
/** Only for the schema: the request is checked by `readChatRequest`. */
const Is = (schema: JsonSchema) => Satisfies(() => null, schema);

@MoreFields()
export class ChatMessageInput {
  @Describe('Who speaks.')
  @IsIn(['system', 'developer', 'user', 'assistant', 'tool', 'function'])
  role: string;

  @Describe('A text, or a list of parts such as `{ "type": "text", "text": … }` and `{ "type": "image_url", … }`.')
  @MayBeAbsent()
  @Is({ anyOf: [{ type: 'string' }, { type: 'array', minItems: 1, items: { type: 'object' } }, { type: 'null' }] })
  content?: unknown;
}

class StreamOptionsInput {
  @Describe('Adds a last chunk with the usage.')
  @MayBeAbsent()
  @IsBoolean()
  include_usage?: boolean;

  @Describe('Pads chunks, so that their sizes do not reveal words.')
  @MayBeAbsent()
  @IsBoolean()
  include_obfuscation?: boolean;
}

@MoreFields()
export class ChatCompletionInput {
  @Describe('The id of a text model.')
  @IsString()
  model: string;

  @Describe('The conversation so far, oldest first: at least one message.')
  @ListOf(() => ChatMessageInput)
  messages: ChatMessageInput[];

  @Describe('Whether the answer comes as server-sent events. If absent: false.')
  @MayBeAbsent()
  @OrNull()
  @IsBoolean()
  stream?: boolean | null;

  @Describe('Only with `stream: true`.')
  @MayBeAbsent()
  @OrNull()
  @Holds(() => StreamOptionsInput)
  stream_options?: StreamOptionsInput | null;

  @Describe('How many answers. Defaults to 1.')
  @MayBeAbsent()
  @OrNull()
  @IsInt()
  @Min(1)
  @Max(128)
  n?: number | null;

  @Describe('The longest answer, in tokens. A lower one makes a lower hold.')
  @MayBeAbsent()
  @OrNull()
  @IsInt()
  @Min(1)
  max_completion_tokens?: number | null;

  @Describe('The older name of max_completion_tokens. Send one of them.')
  @MayBeAbsent()
  @OrNull()
  @IsInt()
  @Min(1)
  max_tokens?: number | null;

  @Describe('At most 128 tools, of the type `function` or `custom`.')
  @MayBeAbsent()
  @OrNull()
  @Is({
    type: 'array',
    maxItems: 128,
    items: { type: 'object', properties: { type: { type: 'string' } }, required: ['type'] },
  })
  tools?: object[] | null;

  @Describe(
    '`{ "type": "text" }`, `{ "type": "json_object" }`, or `{ "type": "json_schema", "json_schema": { "name", "schema" } }`.',
  )
  @MayBeAbsent()
  @OrNull()
  @Is({ type: 'object', properties: { type: { enum: ['text', 'json_object', 'json_schema'] } }, required: ['type'] })
  response_format?: object | null;
}

class PromptTokensView {
  @IsInt()
  cached_tokens: number;
}

class CompletionTokensView {
  @IsInt()
  reasoning_tokens: number;
}

export class ChatUsageView {
  @Describe('With the cached ones.')
  @IsInt()
  prompt_tokens: number;

  @Describe('With those of reasoning.')
  @IsInt()
  completion_tokens: number;

  @IsInt()
  total_tokens: number;

  @Holds(() => PromptTokensView)
  prompt_tokens_details: PromptTokensView;

  @Holds(() => CompletionTokensView)
  completion_tokens_details: CompletionTokensView;

  @Describe('What the answer cost you, in CNY.')
  @IsNumber()
  cost_cny: number;

  @Describe('True if the supplier reported no usage, or an impossible one, and the gateway counted.')
  @MayBeAbsent()
  @IsIn([true])
  estimated?: true;
}

class CalledFunctionView {
  @MayBeAbsent()
  @IsString()
  name?: string;

  @Describe('JSON as text. In a stream, a piece of it.')
  @MayBeAbsent()
  @IsString()
  arguments?: string;
}

class CalledToolView {
  @MayBeAbsent()
  @IsString()
  name?: string;

  @MayBeAbsent()
  @IsString()
  input?: string;
}

class ToolCallView {
  @Describe('In a stream: which call a piece belongs to.')
  @MayBeAbsent()
  @IsInt()
  index?: number;

  @MayBeAbsent()
  @IsString()
  id?: string;

  @MayBeAbsent()
  @IsIn(['function', 'custom'])
  type?: 'function' | 'custom';

  @MayBeAbsent()
  @Holds(() => CalledFunctionView)
  function?: CalledFunctionView;

  @MayBeAbsent()
  @Holds(() => CalledToolView)
  custom?: CalledToolView;
}

class UrlCitationView {
  @MayBeAbsent()
  @IsString()
  url?: string;

  @MayBeAbsent()
  @IsString()
  title?: string;

  @MayBeAbsent()
  @IsInt()
  start_index?: number;

  @MayBeAbsent()
  @IsInt()
  end_index?: number;
}

class AnnotationView {
  @IsIn(['url_citation'])
  type: 'url_citation';

  @Holds(() => UrlCitationView)
  url_citation: UrlCitationView;
}

class SpokenView {
  @MayBeAbsent()
  @OrNull()
  @IsString()
  reasoning_content?: string | null;

  @MayBeAbsent()
  @ListOf(() => ToolCallView)
  tool_calls?: ToolCallView[];

  @MayBeAbsent()
  @Holds(() => CalledFunctionView)
  function_call?: CalledFunctionView;

  @Describe('As OpenAI sends it.')
  @MayBeAbsent()
  @Is({ type: 'object' })
  audio?: object;

  @Describe('The pages that a model cites.')
  @MayBeAbsent()
  @ListOf(() => AnnotationView)
  annotations?: AnnotationView[];
}

class ChatMessageView extends SpokenView {
  @IsIn(['assistant'])
  role: 'assistant';

  @Describe('Null if there is no text.')
  @OrNull()
  @IsString()
  content: string | null;

  @OrNull()
  @IsString()
  refusal: string | null;
}

class ChatDeltaView extends SpokenView {
  @MayBeAbsent()
  @IsIn(['assistant'])
  role?: 'assistant';

  @MayBeAbsent()
  @OrNull()
  @IsString()
  content?: string | null;

  @MayBeAbsent()
  @OrNull()
  @IsString()
  refusal?: string | null;
}

class ChatChoiceView {
  @IsInt()
  index: number;

  @Holds(() => ChatMessageView)
  message: ChatMessageView;

  @Describe('As OpenAI sends them. Null unless the request asks for them.')
  @AnyJson()
  logprobs: unknown;

  @IsIn(FINISH_REASONS)
  finish_reason: FinishReason;
}

class ChatChunkChoiceView {
  @IsInt()
  index: number;

  @Holds(() => ChatDeltaView)
  delta: ChatDeltaView;

  @AnyJson()
  logprobs: unknown;

  @OrNull()
  @IsIn(FINISH_REASONS)
  finish_reason: FinishReason | null;
}

class ChatAnswerView {
  @IsString()
  id: string;

  @Describe('Unix seconds.')
  @IsInt()
  created: number;

  @Describe('The id of the model, as in the catalog.')
  @IsString()
  model: string;
}

export class ChatCompletionView extends ChatAnswerView {
  @IsIn(['chat.completion'])
  object: 'chat.completion';

  @ListOf(() => ChatChoiceView)
  choices: ChatChoiceView[];

  @Holds(() => ChatUsageView)
  usage: ChatUsageView;
}

/** One event of a stream. */
export class ChatCompletionChunkView extends ChatAnswerView {
  @IsIn(['chat.completion.chunk'])
  object: 'chat.completion.chunk';

  @Describe('Empty in the last chunk, which has the usage.')
  @ListOf(() => ChatChunkChoiceView)
  choices: ChatChunkChoiceView[];

  @Describe('With `stream_options.include_usage`: null, and in the last chunk the figures.')
  @MayBeAbsent()
  @OrNull()
  @Holds(() => ChatUsageView)
  usage?: ChatUsageView | null;

  @Describe('With `stream_options.include_obfuscation`: padding.')
  @MayBeAbsent()
  @IsString()
  obfuscation?: string;
}

class StreamFailureView {
  @IsString()
  message: string;

  @IsString()
  type: string;

  @OrNull()
  @IsString()
  param: string | null;

  @IsString()
  code: string;
}

/** The last event of a stream that broke. `[DONE]` does not follow. */
export class ChatStreamFailureView {
  @Holds(() => StreamFailureView)
  error: StreamFailureView;
}
