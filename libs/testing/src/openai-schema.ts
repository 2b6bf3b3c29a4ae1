import { readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

export type OpenAiShape =
  | 'CreateChatCompletionResponse'
  | 'CreateChatCompletionStreamResponse'
  | 'ErrorResponse'
  | 'ListModelsResponse'
  | 'Model'
  | 'ImagesResponse';

let known: Ajv2020 | undefined;

/** Read at first use, because most suites import this file and never ask it. */
function readSchemas(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addFormat('unixtime', {
    type: 'number',
    validate: (seconds: number) => seconds > 1_000_000_000 && seconds < 10_000_000_000,
  });
  ajv.addSchema(
    JSON.parse(readFileSync(path.join(__dirname, '__fixtures__/openai-schemas.json'), 'utf8')) as { $id: string },
  );
  return ajv;
}

export function faultsOfShape(shape: OpenAiShape, value: unknown): string[] {
  known ??= readSchemas();
  const validate = known.getSchema(`openai#/$defs/${shape}`);
  if (!validate) throw new Error(`There is no schema ${shape}`);
  if (validate(value) === true) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** With usage requested, OpenAI sends `usage: null` before the last chunk, which its schema does not allow. */
export function faultsOfChunk(chunk: unknown): string[] {
  const isNull = typeof chunk === 'object' && chunk !== null && 'usage' in chunk && chunk.usage === null;
  return faultsOfShape('CreateChatCompletionStreamResponse', isNull ? { ...chunk, usage: undefined } : chunk);
}
