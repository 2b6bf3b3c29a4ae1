/* The parts of an OpenAPI document as Markdown, for assistants that read text. */
import type { JsonSchema } from '../class-schema';
import type { CallSamples } from './call-samples';
import {
  bodyOf,
  callersOf,
  codesOf,
  dataOf,
  fieldsOf,
  inWords,
  isErrorSchema,
  type NamedOperation,
  operationsOf,
} from './document-parts';
import type { OpenApiDocument } from './open-api';

/** A section for each group of calls. */
export const callsText = (document: OpenApiDocument): string =>
  document.tags
    .map(({ name, description }) => `### ${description}\n\n${operationsOf(document, name).map(callText).join('\n')}`)
    .join('\n');

/** The calls of one group, each with its samples. Null: there is no such group. */
export function groupText(
  document: OpenApiDocument,
  group: string,
  samplesOf: (operation: NamedOperation) => CallSamples,
): string | null {
  const tag = document.tags.find(({ name }) => name === group);
  if (!tag) return null;
  const calls = operationsOf(document, group).map((operation) => {
    const { curl, typescript, python, answer } = samplesOf(operation);
    return [
      callText(operation).replace(/^####/, '##'),
      fenced('sh', curl),
      fenced('ts', typescript),
      fenced('python', python),
      ...(answer === null ? [] : [`A sample answer:\n\n${fenced('json', answer)}`]),
    ].join('\n');
  });
  return `# ${tag.description}\n\n${calls.join('\n')}`;
}

const fenced = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\`\n`;

export const schemasText = (document: OpenApiDocument): string =>
  Object.entries(document.components.schemas)
    .filter(([, schema]) => !isErrorSchema(schema))
    .map(schemaText)
    .join('\n');

export function errorsText(document: OpenApiDocument): string {
  const all = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const statuses = new Map(all.flatMap(codesOf).map(({ code, status }) => [code, status]));
  return Object.entries(document.components.schemas)
    .filter(([, schema]) => isErrorSchema(schema))
    .map(([code, schema]) => errorText(code, statuses.get(code) ?? '', schema))
    .join('\n');
}

export function callText(operation: NamedOperation): string {
  const body = bodyOf(operation);
  const data = dataOf(operation);
  const codes = codesOf(operation).map(({ code }) => code);
  return [
    `#### ${operation.method} ${operation.path}`,
    '',
    [operation.summary, operation.description].filter((text) => text !== undefined).join('. '),
    '',
    `- for: ${callersOf(operation)}`,
    ...operation.parameters.map(
      (each) =>
        `- ${each.in} \`${each.name}\`${each.required ? '' : ' (optional)'}: ${[inWords(each.schema), each.description].filter(Boolean).join('. ')}`,
    ),
    ...(body ? [`- body: ${body.type}, ${inWords(body.schema)}`] : []),
    ...(data
      ? [`- ${data.status}, data: ${inWords(data.schema)}`]
      : Object.entries(operation.responses).flatMap(([status, { description }]) =>
          Number(status) < 400 ? [`- ${status}: ${description}`] : [],
        )),
    ...(codes.length > 0 ? [`- errors: ${codes.join(', ')}`] : []),
    '',
  ].join('\n');
}

function schemaText([name, schema]: [string, JsonSchema]): string {
  const fields = fieldsOf(schema).map(({ name: field, required, schema: own }) => {
    const says = typeof own.description === 'string' ? `. ${own.description}` : '';
    return `- \`${field}\`${required ? '' : ' (optional)'}: ${inWords(own)}${says}`;
  });
  return [`### ${name}`, '', ...fields, ''].join('\n');
}

function errorText(code: string, status: string, schema: JsonSchema): string {
  const details = fieldsOf(schema).find(({ name }) => name === 'details');
  const message = typeof schema.description === 'string' ? schema.description : '';
  return `- \`${code}\` (${status}): ${message}${details ? ` \`details\`: ${inWords(details.schema)}.` : ''}`;
}
