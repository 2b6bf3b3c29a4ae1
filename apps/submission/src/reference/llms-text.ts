import { movesAsMarkdown } from '@shipyard/contracts';
import { JSON_LIMIT_BYTES, type JsonSchema, type OpenApiDocument } from '@shipyard/http';
import { quotaLimits } from '../limits/quotas';
import { RATES } from '../limits/rates';
import { SYNC_LIMIT_BYTES } from '../limits/body-limits';
import { LOG_TEXT_LIMIT_BYTES } from '../logs';
import { README_LIMIT_BYTES } from '../readme';
import { IMAGE_LIMIT_BYTES, IMAGE_PARTS_LIMIT, REQUEST_LIMIT_BYTES } from '../uploads/multipart-form';
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

export function llmsText(document: OpenApiDocument, address: string): string {
  return `# ${document.info.title}

> ${document.info.description.split('\n\n')[0] ?? ''} Base address: ${address}/api/v1

${document.info.description.split('\n\n').slice(1).join('\n')}

## Documentation

- [All in one text](${address}/llms-full.txt): quick start, rules, limits, every call, every error
- [Reference](${address}/api/v1/reference): the same as a page to read
- [OpenAPI](${address}/api/v1/openapi.json): the same for tools

## Calls

${document.tags
  .map(
    ({ name, description }) =>
      `- [${description}](${address}/api/v1/reference#${name}): ${operationsOf(document, name)
        .map(({ method, path }) => `${method} ${path}`)
        .join(', ')}`,
  )
  .join('\n')}
`;
}

export function llmsFullText(document: OpenApiDocument, address: string): string {
  const schemas = Object.entries(document.components.schemas);
  return `# ${document.info.title}

${document.info.description}

${guide(`${address}/api/v1`)}
## Limits

${limits()
  .map((line) => `- ${line}`)
  .join('\n')}

## Calls

${document.tags.map(({ name, description }) => `### ${description}\n\n${operationsOf(document, name).map(operationText).join('\n')}`).join('\n')}
## Inputs and answers

${schemas
  .filter(([, schema]) => !isErrorSchema(schema))
  .map(schemaText)
  .join('\n')}
## Errors

${schemas
  .filter(([, schema]) => isErrorSchema(schema))
  .map(([code, schema]) => errorText(code, schema, document))
  .join('\n')}
`;
}

const guide = (base: string) => `## Quick start

Every write needs an API token (\`pst_…\`), as \`Authorization: Bearer <token>\` or \`X-API-KEY: <token>\`. Keep it in the environment; never write it into a README, a log or a file of the repository.

\`\`\`sh
BASE=${base}
curl $BASE/programs
curl -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' $BASE/projects \\
  -d '{"program_id":"PROGRAM","slug":"my-project","name":"My project"}'
curl -H "Authorization: Bearer $TOKEN" -X PUT $BASE/projects/my-project/readme -F 'readme=<README.md' -F 'images/front.png=@images/front.png'
curl -H "Authorization: Bearer $TOKEN" $BASE/projects/my-project/logs -F title='First light' -F text='It works.' -F photo=@photo.jpg
curl -H "Authorization: Bearer $TOKEN" -X POST $BASE/projects/my-project/review/request
curl -H "Authorization: Bearer $TOKEN" $BASE/projects/my-project/status
\`\`\`

## README

- It is replaced as a whole. The text is a form field (\`readme=<README.md\` with curl), never a file; files are only for images.
- An image part is named by the path that the README references: \`./images/a%20b.png\` and \`images/a b.png\` are one path, a leading \`/\` is the README's own root, \`..\` is refused.
- A relative image without its part refuses all of it: README_IMAGE_MISSING names each. A part that nothing references is not stored and is named in \`unreferenced_parts\`.
- The header image is the first whose alt text holds \`[head]\` (any case), else the first of the document. Only an uploaded image can be one.
- A YAML block between \`---\` lines at the very start sets \`name\`, \`tagline\`, \`tags\`, \`demo_urls\` and \`color\`; other keys are ignored, and what is absent stays. Quote values that hold \`: \` or \` #\`.
- GitHub-flavoured Markdown, sanitized. Images at https:// stay as they are; \`cloud://…\` file ids of the project's own images resolve.

## Logs

- They are only ever appended, never changed. Each has a \`sequence\` that is unique in its project.
- \`POST …/logs\` takes the next free sequence. \`POST …/projects/sync\` names its own; where one is taken, nothing of the request is applied and LOG_SEQUENCE_EXISTS names all that clash and \`next_sequence\`.

## Sync

One JSON request brings properties (\`config\`), README (\`readme_markdown\`) and logs (\`new_logs\`) together; any part may be absent, and all of it is applied or nothing.
Config beats front matter. It takes no images: upload them first (\`POST …/assets/upload\`) and name their \`file_id\`.
\`project_status: "completed"\` needs a README and a log; those of the same request count.

\`\`\`sh
curl -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' $BASE/projects/sync \\
  -d '{"project_id":"ID","config":{"tagline":"It measures rain"},"readme_markdown":"# My project","new_logs":[{"sequence":1,"title":"First light","content_md":"It works."}]}'
\`\`\`

## Reviews

- \`POST …/review/request\` has README and logs judged as they stand at that moment; \`GET …/status\` tells the stage and how far it is. What was judged already is not judged again until something changes.
- It judges what a visitor sees. Words that are addressed to the reviewer are not followed, and are shown to staff.
- \`comment_places\` and \`suggestion_places\` say where each comment and suggestion belongs: a heading id of \`readme_html\`, or a log. \`judged_at\` says as of when README and logs were judged.
- The end of \`public_review\` tells what of a large project was condensed or not read, and whether images were looked at.
- A review that failed says why in \`failure\`: nothing is lost, and it can be asked for again.

## Lifecycle

\`GET …/status\` names the \`state\` of a project and, in \`allowed\`, what you may do with it; \`GET …/status/events\` says when it changes. A move that the state forbids is refused with both in \`details\`.

${movesAsMarkdown()}

## Repeating a write

Send an \`Idempotency-Key\` with each write, and the same one when you repeat it: it is executed once. Repeat after 429, 503 and IDEMPOTENCY_IN_PROGRESS, when \`Retry-After\` seconds have passed.

`;

function limits(): string[] {
  const rates = Object.entries(RATES).map(
    ([name, { limit, windowMs, per }]) =>
      `${name.replaceAll('_', ' ')}: ${limit} in ${windowMs / 1000} s, counted for each ${per}`,
  );
  const quotas = Object.entries(quotaLimits({}, false)).map(
    ([quota, limit]) => `${quota.replaceAll('_', ' ')}: ${limit} an account, unless staff have set another limit`,
  );
  return [
    `README: ${README_LIMIT_BYTES} bytes`,
    `Text or Markdown of a log: ${LOG_TEXT_LIMIT_BYTES} bytes`,
    `An image: ${IMAGE_LIMIT_BYTES} bytes`,
    `Image parts of a request: ${IMAGE_PARTS_LIMIT}`,
    `A multipart request: ${REQUEST_LIMIT_BYTES} bytes`,
    `A JSON body: ${JSON_LIMIT_BYTES} bytes; of a sync: ${SYNC_LIMIT_BYTES} bytes`,
    ...rates,
    ...quotas,
  ];
}

function operationText(operation: NamedOperation): string {
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

function errorText(code: string, schema: JsonSchema, document: OpenApiDocument): string {
  const details = fieldsOf(schema).find(({ name }) => name === 'details');
  const all = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const status = all.flatMap(codesOf).find((each) => each.code === code)?.status ?? '';
  const message = typeof schema.description === 'string' ? schema.description : '';
  return `- \`${code}\` (${status}): ${message}${details ? ` \`details\`: ${inWords(details.schema)}.` : ''}`;
}
