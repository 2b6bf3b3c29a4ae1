import { isJsonObject } from '@shipyard/platform/json-object';
import { stopSequences } from '../chat/given-parameters';
import { demandedCall, type SandboxCall } from './demanded-call';
import { sampleFromSchema } from './sample-from-schema';
import type { StructuredAnswer } from './structured-answer';

const QUOTED_LENGTH = 200;

export interface SandboxAnswer {
  text: string;
  call: SandboxCall | undefined;
}

/** Computes the answer from the request alone, so it is the same each time. */
export function answerChat(parameters: Record<string, unknown>, structured: StructuredAnswer): SandboxAnswer {
  const question = lastUserText(parameters.messages);
  const call = demandedCall(parameters);
  if (call)
    return {
      call,
      text: call.schema === undefined ? plainText(question) : JSON.stringify(sampleFromSchema(call.schema)),
    };
  const text = structuredText(parameters.response_format, question, structured) ?? plainText(question);
  return { call, text: text.slice(0, endOf(text, stopSequences(parameters.stop))) };
}

function endOf(text: string, sequences: string[]): number {
  const found = sequences.filter((sequence) => sequence !== '').map((sequence) => text.indexOf(sequence));
  return Math.min(text.length, ...found.filter((at) => at >= 0));
}

function structuredText(format: unknown, question: string, structured: StructuredAnswer): string | undefined {
  if (!isJsonObject(format)) return undefined;
  if (format.type === 'json_object') return JSON.stringify({ sandbox: true, message: plainText(question) });
  if (format.type !== 'json_schema' || !isJsonObject(format.json_schema)) return undefined;
  const { name, schema } = format.json_schema;
  return JSON.stringify(structured(name, question) ?? sampleFromSchema(schema ?? { type: 'object', properties: {} }));
}

function plainText(question: string): string {
  const quoted =
    question.length > QUOTED_LENGTH ? `${question.slice(0, QUOTED_LENGTH).replace(/[\ud800-\udbff]$/, '')}…` : question;
  return `This is the sandbox: no model was asked. You wrote: ${quoted === '' ? '(nothing)' : quoted}`;
}

function lastUserText(messages: unknown): string {
  const last = (Array.isArray(messages) ? messages : []).filter(isJsonObject).findLast(({ role }) => role === 'user');
  if (!last) return '';
  if (typeof last.content === 'string') return last.content;
  if (!Array.isArray(last.content)) return '';
  return last.content
    .flatMap((part) => (isJsonObject(part) && typeof part.text === 'string' ? part.text : []))
    .join('\n');
}
