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

const PATH = new RegExp(`^(?:/${CANARY})?/v1beta/models/([^/:]+):(generateContent|streamGenerateContent\\?alt=sse)$`);

const FIELDS = new Set([
  'contents',
  'systemInstruction',
  'tools',
  'toolConfig',
  'generationConfig',
  'safetySettings',
  'cachedContent',
]);

const CONFIG = new Set([
  'candidateCount',
  'frequencyPenalty',
  'maxOutputTokens',
  'mediaResolution',
  'presencePenalty',
  'responseJsonSchema',
  'responseMimeType',
  'responseModalities',
  'responseSchema',
  'seed',
  'stopSequences',
  'temperature',
  'thinkingConfig',
  'thinking_config',
  'topK',
  'top_k',
  'topP',
]);

const KINDS = ['text', 'inlineData', 'fileData', 'functionCall', 'functionResponse'];

export function faultOfGeminiHead(
  { method, url = '', headers }: HeadOfRequest,
  apiKey: string,
): FakeRefusal | undefined {
  const key = headers['x-goog-api-key'];
  if (key === undefined) return { status: 403, message: "Method doesn't allow unregistered callers" };
  if (key !== apiKey) return { status: 400, message: 'API key not valid. Please pass a valid API key.' };
  if (method !== 'POST' || !PATH.test(url)) return { status: 404, message: 'Not found' };
  if (headers['content-type']?.split(';')[0] !== 'application/json')
    return { status: 400, message: 'Unsupported content type' };
  return undefined;
}

export function faultOfGeminiBody(body: unknown, { url = '' }: HeadOfRequest): Fault {
  if (!isRecord(body)) return 'body: must be an object';
  const unknown = Object.keys(body).find((name) => !FIELDS.has(name));
  if (unknown !== undefined) return `Unknown name "${unknown}": Cannot find field.`;
  const { contents } = body;
  if (!isRecordList(contents)) return 'contents: is not specified';
  const model = PATH.exec(url)?.[1] ?? '';
  return (
    firstFault(contents, (content, at) => faultOfContent(content, `contents[${at}]`)) ??
    firstFault(contents, (content, at) => faultOfTurns(content, contents[at - 1], contents[at + 1])) ??
    (isRecord(body.systemInstruction) && !isRecordList(body.systemInstruction.parts)
      ? 'systemInstruction.parts: must not be empty'
      : undefined) ??
    (/^gemini-[12][.-]/.test(model) ? undefined : firstFault(contents, faultOfSignature)) ??
    faultOfConfig(isRecord(body.generationConfig) ? body.generationConfig : {}) ??
    faultOfTools(body)
  );
}

function faultOfContent({ role, parts }: JsonRecord, field: string): Fault {
  if (role !== 'user' && role !== 'model') return `${field}.role: Please use a valid role: user, model.`;
  if (!isRecordList(parts)) return `${field}.parts: must not be empty`;
  return firstFault(parts, (part, at) => faultOfPart(part, role, `${field}.parts[${at}]`));
}

function faultOfPart(part: JsonRecord, role: string, field: string): Fault {
  const [kind, ...more] = KINDS.filter((name) => part[name] !== undefined);
  if (kind === undefined || more.length > 0)
    return `${field}.data: required oneof field 'data' must have one initialized field`;
  if (role === 'model' && kind === 'functionResponse') return `${field}: a model does not answer functions`;
  const value = part[kind];
  if (kind === 'text')
    return typeof value === 'string' && value !== '' ? undefined : `${field}.text: must not be empty`;
  if (!isRecord(value)) return `${field}.${kind}: must be an object`;
  if (kind === 'inlineData')
    return typeof value.mimeType === 'string' && isBase64(value.data)
      ? undefined
      : `${field}.inlineData: Base64 decoding failed`;
  if (kind === 'fileData') return 'Cannot fetch content from the provided URL.';
  if (typeof value.name !== 'string' || value.name === '') return `${field}.${kind}.name: Name cannot be empty`;
  return isRecord(kind === 'functionCall' ? value.args : value.response)
    ? undefined
    : `${field}.${kind}: must hold an object`;
}

function faultOfTurns({ parts }: JsonRecord, before: JsonRecord | undefined, after: JsonRecord | undefined): Fault {
  const called = namesOf(parts, 'functionCall');
  const answered = namesOf(parts, 'functionResponse');
  if (called.length > 0 && before?.role !== 'user')
    return 'function call turn comes immediately after a user turn or after a function response turn';
  const isAnswered = called.join() === namesOf(after?.parts, 'functionResponse').join();
  const isCalled = answered.join() === namesOf(before?.parts, 'functionCall').join();
  if ((called.length > 0 && !isAnswered) || (answered.length > 0 && !isCalled)) {
    return 'the number of function response parts is not equal to the number of function call parts of the function call turn';
  }
  return undefined;
}

const namesOf = (parts: unknown, kind: string) =>
  recordsOf(parts)
    .flatMap((part) => (isRecord(part[kind]) ? [String(part[kind].name)] : []))
    .sort();

function faultOfSignature({ parts }: JsonRecord): Fault {
  const call = recordsOf(parts).find((part) => part.functionCall !== undefined);
  return call && typeof call.thoughtSignature !== 'string'
    ? 'Function call is missing a thought_signature in functionCall parts.'
    : undefined;
}

function faultOfConfig(config: JsonRecord): Fault {
  const unknown = Object.keys(config).find((name) => !CONFIG.has(name));
  if (unknown !== undefined) return `Unknown name "${unknown}" at 'generation_config': Cannot find field.`;
  if (!isWithin(config.maxOutputTokens, 1, Infinity)) return 'max_output_tokens must be positive';
  if (!isWithin(config.temperature, 0, 2)) return 'temperature must be in the range [0.0, 2.0]';
  if (!isWithin(config.candidateCount, 1, 8)) return 'candidate_count must be in the range [1, 8]';
  if (Array.isArray(config.stopSequences) && config.stopSequences.length > 5) return 'at most 5 stop sequences';
  if (config.responseJsonSchema !== undefined && config.responseMimeType !== 'application/json')
    return 'response_json_schema needs the response mime type application/json';
  return undefined;
}

function faultOfTools({ tools, toolConfig }: JsonRecord): Fault {
  const declared = recordsOf(tools).flatMap(({ functionDeclarations }) => recordsOf(functionDeclarations));
  const fault = firstFault(declared, ({ name, parameters, parametersJsonSchema }) => {
    if (typeof name !== 'string' || !/^[a-zA-Z_][\w.:-]{0,127}$/.test(name)) return 'Invalid function name';
    return parameters !== undefined && parametersJsonSchema !== undefined
      ? 'parameters and parameters_json_schema are mutually exclusive'
      : undefined;
  });
  const calling =
    isRecord(toolConfig) && isRecord(toolConfig.functionCallingConfig) ? toolConfig.functionCallingConfig : undefined;
  if (fault !== undefined || !calling) return fault;
  if (declared.length === 0) return 'Function calling config is set without function_declarations.';
  if (!['AUTO', 'ANY', 'NONE', 'VALIDATED'].includes(String(calling.mode)))
    return 'function_calling_config.mode: invalid';
  return calling.allowedFunctionNames !== undefined && calling.mode !== 'ANY' && calling.mode !== 'VALIDATED'
    ? 'allowed_function_names should only be set when mode is ANY'
    : undefined;
}
