import { asObject, asObjects, type JsonObject } from '../http/json-reading';
import { SupplierError } from '../contract/supplier-error';

/** A part of a message may ask the supplier to keep what ends with it. */
interface Cacheable {
  cacheControl?: unknown;
}

export interface TextPart extends Cacheable {
  kind: 'text';
  text: string;
}

export interface ImagePart extends Cacheable {
  kind: 'image';
  image: { url: string } | InlineData;
}

export interface InlineData {
  mediaType: string;
  data: string;
}

export interface FilePart extends Cacheable {
  kind: 'file';
  file: InlineData;
  name: string | undefined;
}

/** What people and tools say. */
export type SeenPart = TextPart | ImagePart | FilePart;

export interface CallPart {
  kind: 'call';
  id: string;
  name: string;
  input: JsonObject;
}

export interface ResultPart extends Cacheable {
  kind: 'result';
  callId: string;
  name: string | undefined;
  parts: SeenPart[];
}

export type ConversationPart = SeenPart | CallPart | ResultPart;

export interface Turn {
  role: 'user' | 'assistant';
  /** Never empty. The results of tools come first. */
  parts: ConversationPart[];
}

export interface Conversation {
  /** The text of all system and developer messages. */
  system: TextPart[];
  /** Never empty. The first turn is the user's, and normally the last one too. */
  turns: Turn[];
}

/** Some suppliers want a user to begin, and refuse empty text. */
const SILENCE: TextPart = { kind: 'text', text: '.' };

/** Throws a SupplierError if the arguments of a tool call are not a JSON object. */
export function readConversation(messages: unknown): Conversation {
  const system: TextPart[] = [];
  const turns: Turn[] = [];
  const toolNames = new Map<string, string>();
  for (const message of asObjects(messages)) {
    if (isInstruction(message)) {
      system.push(...readParts(message.content).filter((part) => part.kind === 'text'));
      continue;
    }
    const turn = readTurn(message, toolNames);
    const last = turns.at(-1);
    if (last?.role === turn.role) last.parts.push(...turn.parts);
    else if (turn.parts.length > 0) turns.push(turn);
  }
  if (turns.length === 0)
    return { system: [], turns: [{ role: 'user', parts: system.length > 0 ? system : [SILENCE] }] };
  if (turns[0]?.role === 'assistant') turns.unshift({ role: 'user', parts: [SILENCE] });
  return { system, turns: turns.map(({ role, parts }) => ({ role, parts: resultsFirst(parts) })) };
}

export interface TakenParts {
  /** The addresses of images that it takes, beside bytes. */
  imageUrl?: RegExp;
  /** The media types of files that it takes as bytes. */
  files?: readonly string[];
  /** Whether a part may have `cache_control`. */
  cacheMarks?: boolean;
}

export function unsupportedField(messages: unknown, taken: TakenParts): string | undefined {
  for (const [at, message] of asObjects(messages).entries()) {
    const field = fieldOfMessage(message, taken);
    if (field !== undefined) return `messages[${at}].${field}`;
  }
  return undefined;
}

export const PDF = 'application/pdf';
/** `%PDF-` */
const BASE64_OF_PDF = 'JVBERi';

function readDataUrl(url: string): InlineData | undefined {
  const [head, data] = splitOnce(url, ',');
  const [mediaType, ...particulars] = head.slice('data:'.length).split(';');
  return head.startsWith('data:') && particulars.includes('base64') && mediaType ? { mediaType, data } : undefined;
}

function fieldOfMessage(message: JsonObject, taken: TakenParts): string | undefined {
  const { role, name, content } = message;
  if (role === 'function') return 'role';
  // A tool's message may repeat the name of the tool.
  if (role !== 'tool' && isGiven(name)) return 'name';
  const other = ['function_call', 'audio', 'cache_control'].find((key) => isGiven(message[key]));
  if (other !== undefined) return other;
  const call = asObjects(message.tool_calls).findIndex(({ type }) => type !== undefined && type !== 'function');
  if (call >= 0) return `tool_calls[${call}]`;
  for (const [at, part] of asObjects(content).entries()) {
    const field = fieldOfPart(part, role === 'user' || role === 'tool' ? taken : undefined) ?? fieldOfMark(part, taken);
    if (field !== undefined) return `content[${at}]${field}`;
  }
  return undefined;
}

function fieldOfPart(part: JsonObject, taken: TakenParts | undefined): string | undefined {
  if (part.type === 'text' || part.type === 'refusal') return undefined;
  if (part.type === 'file' && taken?.files) {
    const file = readFile(asObject(part.file));
    return file && taken.files.includes(file.mediaType) ? undefined : '.file.file_data';
  }
  const image = asObject(part.image_url);
  if (part.type !== 'image_url' || !image || !taken) return '';
  const url = typeof image.url === 'string' ? image.url : '';
  return (readDataUrl(url) ?? taken.imageUrl?.test(url)) ? undefined : '.image_url.url';
}

/** A part without text is not sent, and neither would its mark be. */
function fieldOfMark(part: JsonObject, { cacheMarks = false }: TakenParts): string | undefined {
  const isLost = !cacheMarks || readParts([part]).length === 0;
  return isGiven(part.cache_control) && isLost ? '.cache_control' : undefined;
}

/** The data is a data URL, or the bare base64 of a PDF. */
function readFile(file: JsonObject | undefined): InlineData | undefined {
  const { file_data: data } = file ?? {};
  if (typeof data !== 'string') return undefined;
  return data.startsWith(BASE64_OF_PDF) ? { mediaType: PDF, data } : readDataUrl(data);
}

const isInstruction = ({ role }: JsonObject) => role === 'system' || role === 'developer';

function readTurn(message: JsonObject, toolNames: Map<string, string>): Turn {
  if (message.role === 'assistant') {
    const calls = asObjects(message.tool_calls).map(readCall);
    for (const { id, name } of calls) toolNames.set(id, name);
    const refusal = typeof message.refusal === 'string' ? readParts(message.refusal) : [];
    return { role: 'assistant', parts: [...readParts(message.content), ...refusal, ...calls] };
  }
  const parts = readParts(message.content);
  if (message.role !== 'tool') return { role: 'user', parts };
  const callId = typeof message.tool_call_id === 'string' ? message.tool_call_id : '';
  // What was marked is a part of the result, and the whole result is what a supplier keeps.
  const marked = parts.findLast((part) => part.cacheControl !== undefined);
  return { role: 'user', parts: [{ kind: 'result', callId, name: toolNames.get(callId), parts, ...markOf(marked) }] };
}

function readCall(call: JsonObject): CallPart {
  const called = asObject(call.function);
  const { id } = call;
  if (typeof id !== 'string' || typeof called?.name !== 'string')
    throw new SupplierError('refused', 'A tool call has no id or no name');
  return { kind: 'call', id, name: called.name, input: readInput(called.arguments) };
}

function readInput(sent: unknown): JsonObject {
  // Models send a call without arguments in one of these forms.
  if (sent === undefined || sent === null || sent === '') return {};
  try {
    const input = asObject(typeof sent === 'string' ? (JSON.parse(sent) as unknown) : sent);
    if (input) return input;
  } catch {
    // The error below covers this too.
  }
  throw new SupplierError('refused', 'The arguments of a tool call are no JSON object');
}

/** Drops empty text, which these suppliers refuse. */
function readParts(content: unknown): SeenPart[] {
  const parts =
    typeof content === 'string'
      ? [toText(content)]
      : asObjects(content).flatMap((part) => {
          const mark = isGiven(part.cache_control) ? { cacheControl: part.cache_control } : {};
          return readPart(part).map((read): SeenPart => ({ ...read, ...mark }));
        });
  return parts.filter((part) => part.kind !== 'text' || part.text.trim() !== '');
}

/** Reads only what the type names: nothing else was counted and checked. */
function readPart(part: JsonObject): SeenPart[] {
  switch (part.type) {
    case 'image_url':
      return readImage(asObject(part.image_url));
    case 'file':
      return readNamedFile(asObject(part.file));
    case 'refusal':
      return typeof part.refusal === 'string' ? [toText(part.refusal)] : [];
    default:
      return typeof part.text === 'string' ? [toText(part.text)] : [];
  }
}

function readImage(image: JsonObject | undefined): ImagePart[] {
  const url = image?.url;
  return typeof url === 'string' ? [{ kind: 'image', image: readDataUrl(url) ?? { url } }] : [];
}

function readNamedFile(sent: JsonObject | undefined): FilePart[] {
  const file = readFile(sent);
  const name = typeof sent?.filename === 'string' && sent.filename !== '' ? sent.filename : undefined;
  return file ? [{ kind: 'file', file, name }] : [];
}

const markOf = (part: Cacheable | undefined): Cacheable =>
  part?.cacheControl === undefined ? {} : { cacheControl: part.cacheControl };

const toText = (text: string): TextPart => ({ kind: 'text', text });

function resultsFirst(parts: ConversationPart[]): ConversationPart[] {
  const results = parts.filter(({ kind }) => kind === 'result');
  return [...results, ...parts.filter(({ kind }) => kind !== 'result')];
}

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';

function splitOnce(text: string, mark: string): [before: string, after: string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
