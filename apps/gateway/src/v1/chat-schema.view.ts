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
import { FINISH_REASONS, type FinishReason } from '@shipyard/contracts';
import { IsBoolean, IsIn, IsInt, IsNumber, IsString, Max, Min, IsArray } from 'class-validator';

export const MAX_CHOICES = 128;
export const MAX_TOOLS = 128;
export const CHAT_ROLES: readonly string[] = ['system', 'developer', 'user', 'assistant', 'tool', 'function'];
/** Only for the schema: the request is checked by `readChatRequest`. */
const Is = (schema: JsonSchema) => Satisfies(() => null, schema);

@MoreFields()
export class ChatMessageInput {
  @Describe('Who speaks.')
  @IsIn(CHAT_ROLES)
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

  @Describe(
    'Up to 8 other text models. They are asked in this order if none of the routes of the one before answers before the first byte. The answer names the model that answered, and is charged by its prices.',
  )
  @MayBeAbsent()
  @OrNull()
  @IsString({ each: true })
  @IsArray()
  models?: string[] | null;

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
  @Max(MAX_CHOICES)
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

  @Describe(`At most ${MAX_TOOLS} tools, of the type \`function\` or \`custom\`.`)
  @MayBeAbsent()
  @OrNull()
  @Is({
    type: 'array',
    maxItems: MAX_TOOLS,
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
  @Describe('Input tokens that the supplier had in its cache.')
  @IsInt()
  cached_tokens: number;

  @Describe('Input tokens that the supplier wrote to its cache, if there are some.')
  @MayBeAbsent()
  @IsInt()
  cache_write_tokens?: number;
}

class CompletionTokensView {
  @Describe('Output tokens that the model used to think.')
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

  @Describe('Input and output together.')
  @IsInt()
  total_tokens: number;

  @Describe('What the input tokens are.')
  @Holds(() => PromptTokensView)
  prompt_tokens_details: PromptTokensView;

  @Describe('What the output tokens are.')
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
  @Describe('The name of the function to call.')
  @MayBeAbsent()
  @IsString()
  name?: string;

  @Describe('JSON as text. In a stream, a piece of it.')
  @MayBeAbsent()
  @IsString()
  arguments?: string;
}

class CalledToolView {
  @Describe('The name of the custom tool to call.')
  @MayBeAbsent()
  @IsString()
  name?: string;

  @Describe('The text for the tool. In a stream, a piece of it.')
  @MayBeAbsent()
  @IsString()
  input?: string;
}

class ToolCallView {
  @Describe('In a stream: which call a piece belongs to.')
  @MayBeAbsent()
  @IsInt()
  index?: number;

  @Describe('The id of the call. The message with its result names it.')
  @MayBeAbsent()
  @IsString()
  id?: string;

  @Describe('Which of the two following fields it has.')
  @MayBeAbsent()
  @IsIn(['function', 'custom'])
  type?: 'function' | 'custom';

  @Describe('The function to call.')
  @MayBeAbsent()
  @Holds(() => CalledFunctionView)
  function?: CalledFunctionView;

  @Describe('The custom tool to call.')
  @MayBeAbsent()
  @Holds(() => CalledToolView)
  custom?: CalledToolView;
}

class UrlCitationView {
  @Describe('The URL of the cited page.')
  @MayBeAbsent()
  @IsString()
  url?: string;

  @Describe('The title of the page, written by others: untrusted.')
  @MayBeAbsent()
  @IsString()
  title?: string;

  @Describe('Where the citation begins in the content.')
  @MayBeAbsent()
  @IsInt()
  start_index?: number;

  @Describe('Where it ends.')
  @MayBeAbsent()
  @IsInt()
  end_index?: number;
}

class AnnotationView {
  @Describe('Always `url_citation`.')
  @IsIn(['url_citation'])
  type: 'url_citation';

  @Describe('The page, and the place that cites it.')
  @Holds(() => UrlCitationView)
  url_citation: UrlCitationView;
}

class SpokenView {
  @Describe('What the model thought, if the supplier tells it.')
  @MayBeAbsent()
  @OrNull()
  @IsString()
  reasoning_content?: string | null;

  @Describe('The tools that the model wants to be called.')
  @MayBeAbsent()
  @ListOf(() => ToolCallView)
  tool_calls?: ToolCallView[];

  @Describe('The older form of a tool call.')
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
  @Describe('Who speaks: the model.')
  @IsIn(['assistant'])
  role: 'assistant';

  @Describe('Null if there is no text.')
  @OrNull()
  @IsString()
  content: string | null;

  @Describe('Why the model refused. Null if it did not.')
  @OrNull()
  @IsString()
  refusal: string | null;
}

class ChatDeltaView extends SpokenView {
  @Describe('Only in the first piece.')
  @MayBeAbsent()
  @IsIn(['assistant'])
  role?: 'assistant';

  @Describe('The next piece of the text.')
  @MayBeAbsent()
  @OrNull()
  @IsString()
  content?: string | null;

  @Describe('The next piece of a refusal.')
  @MayBeAbsent()
  @OrNull()
  @IsString()
  refusal?: string | null;
}

class ChatChoiceView {
  @Describe('The number of the answer, from 0.')
  @IsInt()
  index: number;

  @Describe('The answer.')
  @Holds(() => ChatMessageView)
  message: ChatMessageView;

  @Describe('As OpenAI sends them. Null unless the request asks for them.')
  @AnyJson()
  logprobs: unknown;

  @Describe('Why the answer ended.')
  @IsIn(FINISH_REASONS)
  finish_reason: FinishReason;
}

class ChatChunkChoiceView {
  @Describe('The number of the answer that the piece belongs to, from 0.')
  @IsInt()
  index: number;

  @Describe('The next piece of the answer.')
  @Holds(() => ChatDeltaView)
  delta: ChatDeltaView;

  @Describe('As OpenAI sends them. Null unless the request asks for them.')
  @AnyJson()
  logprobs: unknown;

  @Describe('Why the answer ended. Null in all pieces but the last.')
  @OrNull()
  @IsIn(FINISH_REASONS)
  finish_reason: FinishReason | null;
}

class ChatAnswerView {
  @Describe('The id of the answer.')
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
  @Describe('Always `chat.completion`.')
  @IsIn(['chat.completion'])
  object: 'chat.completion';

  @Describe('The answers, as many as `n` asked for.')
  @ListOf(() => ChatChoiceView)
  choices: ChatChoiceView[];

  @Describe('The tokens that were billed, and what they cost.')
  @Holds(() => ChatUsageView)
  usage: ChatUsageView;
}

/** One event of a stream. */
export class ChatCompletionChunkView extends ChatAnswerView {
  @Describe('Always `chat.completion.chunk`.')
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
  @Describe('What is wrong and what to do.')
  @IsString()
  message: string;

  @Describe('The kind of error, as OpenAI names it.')
  @IsString()
  type: string;

  @Describe('The field of the request that is wrong. Null if none is.')
  @OrNull()
  @IsString()
  param: string | null;

  @Describe('Which error it is, for programs. The page Errors lists the codes.')
  @IsString()
  code: string;
}

/** The last event of a stream that broke. `[DONE]` does not follow. */
export class ChatStreamFailureView {
  @Describe('Why the stream broke.')
  @Holds(() => StreamFailureView)
  error: StreamFailureView;
}
