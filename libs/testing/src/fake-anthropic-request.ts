import { CANARY } from './canary';
import {
  type Fault,
  firstFault,
  isBase64,
  isRecord,
  isRecordList,
  isWithin,
  type JsonRecord,
  recordsOf,
} from './fake-faults';
import type { FakeRefusal, HeadOfRequest } from './fake-protocol';

const PATHS = [`/${CANARY}/v1/messages`, '/v1/messages'];

const PARAMETERS = new Set([
  'cache_control',
  'container',
  'inference_geo',
  'max_tokens',
  'messages',
  'metadata',
  'model',
  'output_config',
  'service_tier',
  'stop_sequences',
  'stream',
  'system',
  'temperature',
  'thinking',
  'tool_choice',
  'tools',
  'top_k',
  'top_p',
]);

const EFFORTS: unknown[] = ['low', 'medium', 'high', 'xhigh', 'max'];

const MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

export function faultOfAnthropicHead(
  { method, url = '', headers }: HeadOfRequest,
  apiKey: string,
): FakeRefusal | undefined {
  if (headers['x-api-key'] !== apiKey) return { status: 401, message: 'invalid x-api-key' };
  if (headers['anthropic-version'] !== '2023-06-01')
    return { status: 400, message: 'anthropic-version: header is required' };
  if (!PATHS.includes(url)) return { status: 404, message: 'Not found' };
  if (method !== 'POST') return { status: 405, message: 'Method not allowed' };
  if (headers['content-type']?.split(';')[0] !== 'application/json')
    return { status: 415, message: 'The body must be application/json' };
  return undefined;
}

export function faultOfAnthropicBody(body: unknown): Fault {
  if (!isRecord(body)) return 'body: must be an object';
  const unknown = Object.keys(body).find((name) => !PARAMETERS.has(name));
  if (unknown !== undefined) return `${unknown}: Extra inputs are not permitted`;
  if (typeof body.model !== 'string') return 'model: Field required';
  if (!Number.isInteger(body.max_tokens)) return 'max_tokens: Field required';
  if (!isWithin(body.max_tokens, 1, Infinity)) return 'max_tokens: must be greater than or equal to 1';
  if (!isRecordList(body.messages)) return 'messages: at least one message is required';
  if (body.messages[0]?.role !== 'user') return 'messages: first message must use the "user" role';
  return (
    firstFault(body.messages, (message, at) => faultOfMessage(message, `messages.${at}`)) ??
    firstFault(body.messages, (message, at) =>
      faultOfPairs(message, `messages.${at}`, recordsOf(body.messages)[at - 1], recordsOf(body.messages)[at + 1]),
    ) ??
    faultOfSettings(body) ??
    faultOfTools(body, body.messages)
  );
}

function faultOfMessage({ role, content }: JsonRecord, field: string): Fault {
  if (role !== 'user' && role !== 'assistant') return `${field}.role: Input should be 'user' or 'assistant'`;
  if (typeof content === 'string')
    return content.trim() === '' ? `${field}: text content must be non-empty` : undefined;
  if (!isRecordList(content)) return `${field}.content: must be non-empty`;
  return firstFault(content, (block, at) => faultOfBlock(block, role, `${field}.content.${at}`));
}

function faultOfBlock(block: JsonRecord, role: string, field: string): Fault {
  switch (block.type) {
    case 'text':
      return typeof block.text === 'string' && block.text.trim() !== ''
        ? undefined
        : `${field}: text content blocks must contain non-whitespace text`;
    case 'image':
      return role === 'user'
        ? faultOfSource(block.source, field)
        : `${field}: images are not permitted in assistant messages`;
    case 'document':
      return role === 'user'
        ? faultOfDocument(block, field)
        : `${field}: documents are not permitted in assistant messages`;
    case 'tool_use':
      if (role !== 'assistant') return `${field}: tool_use blocks can only be in assistant messages`;
      if (!isToolId(block.id)) return `${field}.id: String should match pattern '^[a-zA-Z0-9_-]+$'`;
      return typeof block.name === 'string' && isRecord(block.input)
        ? undefined
        : `${field}.input: Input should be a valid dictionary`;
    case 'tool_result':
      if (role !== 'user') return `${field}: tool_result blocks can only be in user messages`;
      return block.content === undefined || typeof block.content === 'string'
        ? undefined
        : firstFault(recordsOf(block.content), (inner, at) => faultOfBlock(inner, 'user', `${field}.content.${at}`));
    default:
      return `${field}.type: Input tag '${String(block.type)}' does not match any of the expected tags`;
  }
}

function faultOfSource(source: unknown, field: string): Fault {
  if (!isRecord(source)) return `${field}.source: Field required`;
  if (source.type === 'url')
    return typeof source.url === 'string' && /^https?:/.test(source.url)
      ? undefined
      : `${field}.source.url: Only HTTP(S) URLs are supported`;
  if (source.type !== 'base64') return `${field}.source.type: unknown`;
  if (!MEDIA_TYPES.includes(String(source.media_type)))
    return `${field}.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'`;
  return isBase64(source.data) ? undefined : `${field}.source.base64: invalid base64 data`;
}

function faultOfDocument({ source, title }: JsonRecord, field: string): Fault {
  if (!isRecord(source) || source.type !== 'base64' || source.media_type !== 'application/pdf')
    return `${field}.source.base64.media_type: Input should be 'application/pdf'`;
  if (title !== undefined && !(typeof title === 'string' && title.length >= 1 && title.length <= 500))
    return `${field}.title: String should have 1 to 500 characters`;
  return isBase64(source.data) ? undefined : `${field}.source.base64: invalid base64 data`;
}

function faultOfPairs(
  { content }: JsonRecord,
  field: string,
  before: JsonRecord | undefined,
  after: JsonRecord | undefined,
): Fault {
  const answered = idsOf(after, 'tool_result', 'tool_use_id');
  const called = idsOf(before, 'tool_use', 'id');
  const blocks = recordsOf(content);
  return firstFault(blocks, (block, at) => {
    if (block.type === 'tool_use' && !answered.includes(block.id))
      return `${field}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after`;
    if (block.type !== 'tool_result') return undefined;
    if (!called.includes(block.tool_use_id))
      return `${field}.content.${at}: unexpected \`tool_use_id\` found in \`tool_result\` blocks`;
    return blocks.slice(0, at).every(({ type }) => type === 'tool_result')
      ? undefined
      : `${field}.content.${at}: tool_result blocks must come first`;
  });
}

const idsOf = (message: JsonRecord | undefined, type: string, key: string) =>
  recordsOf(message?.content)
    .filter((block) => block.type === type)
    .map((block) => block[key]);

const isToolId = (id: unknown) => typeof id === 'string' && /^[a-zA-Z0-9_-]+$/.test(id);

function faultOfSettings(body: JsonRecord): Fault {
  if (!isWithin(body.temperature, 0, 1)) return 'temperature: range: 0..1';
  if (!isWithin(body.top_p, 0, 1)) return 'top_p: range: 0..1';
  const stops = body.stop_sequences;
  if (
    stops !== undefined &&
    !(Array.isArray(stops) && stops.every((each) => typeof each === 'string' && each.trim() !== ''))
  ) {
    return 'stop_sequences: each stop sequence must contain non-whitespace';
  }
  if (body.metadata !== undefined && !(isRecord(body.metadata) && typeof body.metadata.user_id === 'string'))
    return 'metadata.user_id: Input should be a valid string';
  if (body.system !== undefined && recordsOf(body.system).some(({ type, text }) => type !== 'text' || text === ''))
    return 'system: text content blocks must be non-empty';
  const config = isRecord(body.output_config) ? body.output_config : {};
  if (config.effort !== undefined && !EFFORTS.includes(config.effort)) return 'output_config.effort: unknown';
  return isRecord(config.format) ? faultOfSchema(config.format.schema, 'output_config.format.schema') : undefined;
}

function faultOfSchema(schema: unknown, field: string): Fault {
  if (!isRecord(schema)) return `${field}: must be an object`;
  if (schema.type === 'object' && schema.additionalProperties !== false)
    return `${field}: For 'object' type, 'additionalProperties' must be explicitly set to false`;
  const term = ['minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'maxItems', 'oneOf'].find(
    (name) => name in schema,
  );
  if (term !== undefined) return `${field}: property '${term}' is not supported`;
  const inner = [
    ...Object.entries(isRecord(schema.properties) ? schema.properties : {}),
    ...('items' in schema ? [['items', schema.items] as const] : []),
  ];
  return firstFault(inner, ([name, each]) => faultOfSchema(each, `${field}.${name}`));
}

function faultOfTools({ tools, tool_choice: choice }: JsonRecord, messages: JsonRecord[]): Fault {
  const offered = recordsOf(tools);
  const usesTools = messages.some(({ content }) =>
    recordsOf(content).some(({ type }) => type === 'tool_use' || type === 'tool_result'),
  );
  if (usesTools && offered.length === 0)
    return 'tools: Requests which include `tool_use` or `tool_result` blocks must define tools';
  if (choice !== undefined && offered.length === 0) return 'tool_choice: may only be specified while providing tools';
  const fault = firstFault(offered, ({ name, input_schema: schema }, at) => {
    if (typeof name !== 'string' || !/^[a-zA-Z0-9_-]{1,128}$/.test(name))
      return `tools.${at}.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`;
    return isRecord(schema) && schema.type === 'object'
      ? undefined
      : `tools.${at}.input_schema.type: Input should be 'object'`;
  });
  if (fault !== undefined || !isRecord(choice)) return fault;
  if (!['auto', 'any', 'tool', 'none'].includes(String(choice.type))) return 'tool_choice.type: unknown';
  const isNamed = choice.type !== 'tool' || offered.some(({ name }) => name === choice.name);
  return isNamed ? undefined : `tool_choice: Tool '${String(choice.name)}' not found in provided tools`;
}
