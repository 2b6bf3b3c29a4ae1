import { LOG_DIGESTS, PROJECT_REVIEW, readFencedData } from '@shipyard/contracts';
import { isJsonObject } from '@shipyard/platform';
import type { ChatContent } from '../supplier';
import { SupplierError } from '../supplier-error';
import { digestLogs } from './digest-logs';
import { readReviewInput, reviewProject, steeringOf } from './review-project';
import { sampleFromSchema } from './sample-from-schema';

const QUOTED_LENGTH = 200;

export type SandboxAnswer = { kind: 'text'; text: string } | { kind: 'tool_call'; call: ChatContent; text: string };

/** What the sandbox says: computed from the request alone, the same each time. */
export function answerChat(parameters: Record<string, unknown>): SandboxAnswer {
  const question = lastUserText(parameters.messages);
  const tool = demandedTool(parameters);
  if (tool) {
    const text = JSON.stringify(sampleFromSchema(tool.parameters ?? { type: 'object', properties: {} }));
    const id = `call_${Buffer.from(tool.name).toString('hex').slice(0, 24)}`;
    return { kind: 'tool_call', text, call: { id, type: 'function', function: { name: tool.name, arguments: text } } };
  }
  return { kind: 'text', text: structuredText(parameters.response_format, question) ?? plainText(question) };
}

function structuredText(format: unknown, question: string): string | undefined {
  if (!isJsonObject(format)) return undefined;
  if (format.type === 'json_object') return JSON.stringify({ sandbox: true, message: plainText(question) });
  if (format.type !== 'json_schema' || !isJsonObject(format.json_schema)) return undefined;
  const { name, schema } = format.json_schema;
  const blocks = name === PROJECT_REVIEW || name === LOG_DIGESTS ? readFencedData(question) : undefined;
  if (blocks && name === LOG_DIGESTS) return JSON.stringify(digestLogs(blocks));
  const input = blocks && readReviewInput(blocks);
  if (!input) return JSON.stringify(sampleFromSchema(schema ?? { type: 'object', properties: {} }));
  if (steeringOf(input.readme) === 'fail') throw new SupplierError('failed', 'The README asks the sandbox to answer 500');
  return JSON.stringify(reviewProject(input));
}

function plainText(question: string): string {
  const quoted = question.length > QUOTED_LENGTH ? `${question.slice(0, QUOTED_LENGTH)}…` : question;
  return `This is the sandbox: no model was asked. You wrote: ${quoted === '' ? '(nothing)' : quoted}`;
}

function lastUserText(messages: unknown): string {
  const last = (Array.isArray(messages) ? messages : []).filter(isJsonObject).findLast(({ role }) => role === 'user');
  if (!last) return '';
  if (typeof last.content === 'string') return last.content;
  if (!Array.isArray(last.content)) return '';
  return last.content.flatMap((part) => (isJsonObject(part) && typeof part.text === 'string' ? part.text : [])).join('\n');
}

/** The tool that must be called: the named one, or the first where any is demanded. */
function demandedTool({ tools, tool_choice: choice }: Record<string, unknown>): { name: string; parameters?: unknown } | undefined {
  const offered = (Array.isArray(tools) ? tools : []).flatMap((tool) => {
    const called = isJsonObject(tool) && isJsonObject(tool.function) ? tool.function : undefined;
    return typeof called?.name === 'string' ? { name: called.name, parameters: called.parameters } : [];
  });
  if (choice === 'required') return offered[0];
  const named = isJsonObject(choice) && isJsonObject(choice.function) ? choice.function.name : undefined;
  return offered.find(({ name }) => name === named);
}
