import { lifetimeOf } from './cache-marks';
import { isGiven } from './given-parameters';
import { asArray, asObject, type JsonObject } from '../http/json-reading';
import type { CacheMark, SupplierAdapter } from '../contract/supplier';
import type { SupplierOptions } from '../contract/supplier-options';

export interface Extra {
  field: string;
  name: string;
  option: 'extra_tools' | 'extra_parameters';
  /** It has prices, so a supplier that takes it needs no option. */
  mark?: CacheMark;
}

const NONE: readonly Extra[] = [];

const CACHE_MARK = 'cache_control';

/** One more than the options of a supplier can list, so one extra is always unlisted. */
const ENOUGH = 201;

/** OpenAI's parameters that suppliers bill by other units than tokens, or by other prices. */
const BILLED_BESIDE = ['service_tier', 'modalities', 'audio', 'web_search_options'];

/** OpenAI's names at each place. Their values (schemas, texts) are free of charge, so they are not checked. */
const MESSAGE = new Set([
  'role',
  'content',
  'name',
  'refusal',
  'audio',
  'function_call',
  'tool_calls',
  'tool_call_id',
  'annotations',
  'reasoning_content',
]);
const PART = new Set(['type', 'text', 'refusal', 'image_url', 'input_audio', 'file', 'prompt_cache_breakpoint']);
const IMAGE = new Set(['url', 'detail']);
const AUDIO = new Set(['data', 'format']);
const FILE = new Set(['file_data', 'file_id', 'filename']);
const TOOL = new Set(['type', 'function', 'custom']);
const FUNCTION = new Set(['name', 'description', 'parameters', 'strict']);
const CUSTOM = new Set(['name', 'description', 'format']);
const CHOICE = new Set(['type', 'function', 'custom', 'allowed_tools']);
const ALLOWED_TOOLS = new Set(['mode', 'tools']);
const CALL = new Set(['id', 'index', 'type', 'function', 'custom']);
const CALLED = new Set(['name', 'arguments', 'input']);

export function unlistedExtra(
  extras: readonly Extra[],
  options: SupplierOptions,
  supplier?: SupplierAdapter,
): string | undefined {
  const isTaken = ({ option, name, mark }: Extra) =>
    (mark !== undefined && supplier?.takesCacheMark?.(mark)) || options[option]?.includes(name);
  return extras.find((extra) => !isTaken(extra))?.field;
}

/**
 * Finds what a chat asks for beside text from text. `demands` are without neutral values. `chat-parameters.ts` checks the
 * names of parameters.
 */
export function unmeteredExtras(demands: JsonObject): readonly Extra[] {
  const search = new ExtraSearch();
  search.readParameters(demands);
  search.readMessages(asArray(demands.messages));
  search.readTools(demands.tools, 'tools');
  for (const [at, each] of asArray(demands.functions).entries()) search.checkNames(each, FUNCTION, 'functions', at);
  search.readChoice(demands.tool_choice);
  return search.found;
}

class ExtraSearch {
  found: readonly Extra[] = NONE;

  readParameters(parameters: JsonObject): void {
    for (const name of BILLED_BESIDE) if (isGiven(parameters[name])) this.add(name, name);
  }

  readMessages(messages: unknown[]): void {
    for (let at = 0; at < messages.length; at += 1) {
      const message = asObject(messages[at]);
      if (!message) continue;
      this.checkNames(message, MESSAGE, 'messages', at);
      const { content, tool_calls: calls } = message;
      if (Array.isArray(content)) this.readParts(content, at);
      if (Array.isArray(calls)) this.readCalls(calls, at);
      if (isGiven(message.function_call))
        this.checkNames(message.function_call, CALLED, `messages[${at}].function_call`);
    }
  }

  readTools(tools: unknown, list: string): void {
    for (const [at, value] of asArray(tools).entries()) {
      const tool = asObject(value);
      // OpenAI does not define what a supplier's own tools hold.
      if (!tool || !this.checkType(tool.type, `${list}[${at}].type`)) continue;
      this.checkNames(tool, TOOL, list, at, list === 'tools' ? 'tool' : undefined);
      if (tool.function !== undefined) this.checkNames(tool.function, FUNCTION, `${list}[${at}].function`);
      if (tool.custom !== undefined) this.checkNames(tool.custom, CUSTOM, `${list}[${at}].custom`);
    }
  }

  readChoice(value: unknown): void {
    const choice = asObject(value);
    if (!choice) return;
    if (choice.type !== 'allowed_tools' && !this.checkType(choice.type, 'tool_choice.type')) return;
    this.checkNames(choice, CHOICE, 'tool_choice');
    this.checkNames(choice.function, FUNCTION, 'tool_choice.function');
    this.checkNames(choice.custom, CUSTOM, 'tool_choice.custom');
    const allowed = asObject(choice.allowed_tools);
    if (!allowed) return;
    this.checkNames(allowed, ALLOWED_TOOLS, 'tool_choice.allowed_tools');
    this.readTools(allowed.tools, 'tool_choice.allowed_tools.tools');
  }

  checkNames(value: unknown, known: ReadonlySet<string>, field: string, at?: number, place?: CacheMark['place']): void {
    const object = asObject(value);
    if (!object) return;
    for (const name in object) {
      if (known.has(name) || !isGiven(object[name])) continue;
      const lifetime = place && name === CACHE_MARK ? lifetimeOf(object[name]) : undefined;
      const mark = place && lifetime && { place, lifetime };
      this.add(`${field}${at === undefined ? '' : `[${at}]`}.${name}`, name, 'extra_parameters', mark);
    }
  }

  private readParts(parts: unknown[], message: number): void {
    for (let at = 0; at < parts.length; at += 1) {
      const part = asObject(parts[at]);
      if (!part) continue;
      const field = `messages[${message}].content`;
      this.checkNames(part, PART, field, at, 'part');
      if (part.image_url !== undefined) this.checkNames(part.image_url, IMAGE, `${field}[${at}].image_url`);
      if (part.input_audio !== undefined) this.checkNames(part.input_audio, AUDIO, `${field}[${at}].input_audio`);
      if (part.file !== undefined) this.checkNames(part.file, FILE, `${field}[${at}].file`);
    }
  }

  private readCalls(calls: unknown[], message: number): void {
    for (let at = 0; at < calls.length; at += 1) {
      const call = asObject(calls[at]);
      const field = `messages[${message}].tool_calls`;
      if (!call || !this.checkType(call.type, `${field}[${at}].type`)) continue;
      this.checkNames(call, CALL, field, at);
      this.checkNames(call.function, CALLED, `${field}[${at}].function`);
      this.checkNames(call.custom, CALLED, `${field}[${at}].custom`);
    }
  }

  private checkType(type: unknown, field: string): boolean {
    if (!isGiven(type) || type === 'function' || type === 'custom') return true;
    this.add(field, typeof type === 'string' ? type : '', 'extra_tools');
    return false;
  }

  /** Adds each name once, because a body of 20 MiB may hold a million. Marks of different kinds are different names. */
  private add(
    field: string,
    name: string,
    option: Extra['option'] = 'extra_parameters',
    mark: CacheMark | undefined = undefined,
  ): void {
    const isKnown = (extra: Extra) =>
      extra.name === name &&
      extra.option === option &&
      extra.mark?.place === mark?.place &&
      extra.mark?.lifetime === mark?.lifetime;
    if (this.found.length >= ENOUGH || this.found.some(isKnown)) return;
    this.found = [...this.found, { field, name, option, ...(mark && { mark }) }];
  }
}
