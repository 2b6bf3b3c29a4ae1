import { TOOLS } from '@shipyard/assistant';
import {
  IMAGE_LIMIT_BYTES,
  IMAGE_PARTS_LIMIT,
  LOG_TEXT_LIMIT_BYTES,
  movesAsMarkdown,
  PROJECT_FIELD_NAMES,
  README_LIMIT_BYTES,
  SYNC_LIMIT_BYTES,
} from '@shipyard/contracts';
import {
  callsText,
  errorsText,
  JSON_LIMIT_BYTES,
  type OpenApiDocument,
  operationsOf,
  schemasText,
} from '@shipyard/http';
import { quotaLimits } from '../limits/quotas';
import { AT_ONCE, RATES } from '../limits/rates';
import { PREVIEW_LIMIT_BYTES } from '../limits/body-limits';
import { REQUEST_LIMIT_BYTES } from '../uploads/multipart-form';

const KEYS = new Intl.ListFormat('en-GB').format(PROJECT_FIELD_NAMES.map((field) => `\`${field}\``));

export function llmsText(document: OpenApiDocument, address: string): string {
  return `# ${document.info.title}

> ${document.info.description.split('\n\n')[0] ?? ''} Base URL: ${address}/api/v1

${document.info.description.split('\n\n').slice(1).join('\n')}

## Documentation

- [All in one text](${address}/llms-full.txt): quick start, rules, limits, every call, every error
- [Reference](${address}/api/v1/reference.md): all calls, each with samples in curl, TypeScript and Python
- [Client](${address}/api/v1/reference/client.md): \`@shipyard/client\` for TypeScript and JavaScript
- [OpenAPI](${address}/api/v1/openapi.json): the same for tools

## Assistants

- [A page for people](${address}/assistants): how to connect an assistant to the MCP server at \`${address}/mcp\` (Streamable HTTP with OAuth 2.1) and how to disconnect it. \`shipyard mcp\` of the command line has the same tools on stdio
- [Metadata of the MCP server](${address}/.well-known/oauth-protected-resource/mcp): where its tokens come from (RFC 9728)
- [Metadata of the sign-in](${address}/.well-known/oauth-authorization-server): endpoints, scopes and grants (RFC 8414)

## Calls

${document.tags
  .map(
    ({ name, description }) =>
      `- [${description}](${address}/api/v1/reference/${name}.md): ${operationsOf(document, name)
        .map(({ method, path }) => `${method} ${path}`)
        .join(', ')}`,
  )
  .join('\n')}
`;
}

export function llmsFullText(document: OpenApiDocument, address: string): string {
  return `# ${document.info.title}

${document.info.description}

This text is made from the [OpenAPI document](${address}/api/v1/openapi.json) of the running service. The same as a page: [Reference](${address}/api/v1/reference). The programs that run now: [Programs](${address}/api/v1/programs).

${guide(`${address}/api/v1`)}
${assistants(address)}
## Limits

${limits()
  .map((line) => `- ${line}`)
  .join('\n')}

## Calls

${callsText(document)}
## Inputs and answers

${schemasText(document)}
## Errors

${errorsText(document)}
`;
}

const guide = (base: string) => `## Quick start

Every write needs an API token (\`pst_…\`), as \`Authorization: Bearer <token>\` or \`X-API-KEY: <token>\`. Keep it in an environment variable. Never write it into a README, a log or a file of the repository.

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

- A PUT replaces the whole README. Send the text as a form field (\`readme=<README.md\` with curl), not as a file. Only images are files.
- To replace only the README that you read, send its \`updated_at\` from GET as \`base_updated_at\`. If the README is newer, nothing is stored, and README_CHANGED returns the newer \`updated_at\`.
- \`POST …/readme/preview\` returns the HTML that a README would have and lists what a PUT would refuse. It stores nothing.
- Name each image part by the path that the README uses. \`./images/a%20b.png\` and \`images/a b.png\` are the same path. A leading \`/\` is the folder of the README. A path with \`..\` is refused.
- If a relative image has no part, nothing is stored, and README_IMAGE_MISSING names each missing image. A part that the README does not use is not stored, and is named in \`unreferenced_parts\`.
- The header image is the first image whose alt text contains \`[head]\` (in any case), or else the first image of the document. Only an uploaded image can be the header image.
- A YAML block between \`---\` lines at the very start sets ${KEYS}. Other keys are ignored, and a missing key changes nothing. Quote values that contain \`: \` or \` #\`.
- The README is GitHub-flavored Markdown, and its HTML is sanitized. Images at https:// keep their URL. \`cloud://…\` file ids of the project's own images work too.

## Logs

- You can add logs, but not change or delete them. Each log has a \`sequence\`, which is unique in its project.
- \`POST …/logs\` takes the next free sequence. \`POST …/projects/sync\` names each sequence itself. If one is taken, nothing is applied, and LOG_SEQUENCE_EXISTS lists all conflicts and \`next_sequence\`.

## Sync

One JSON request carries properties (\`config\`), README (\`readme_markdown\`) and logs (\`new_logs\`). Each part is optional. Either all of it is applied or nothing.
A property in \`config\` wins over the same property in the front matter. Sync takes no images: upload them first (\`POST …/assets/upload\`) and use their \`file_id\`.
\`project_status: "completed"\` requires a README and a log. Those of the same request count.

\`\`\`sh
curl -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' $BASE/projects/sync \\
  -d '{"project_id":"ID","config":{"tagline":"It measures rain"},"readme_markdown":"# My project","new_logs":[{"sequence":1,"title":"First light","content_md":"It works."}]}'
\`\`\`

## Reviews

- \`POST …/review/request\` starts a review of README and logs as they are at that moment. \`GET …/status\` returns its stage and progress. A version that has been reviewed is not reviewed again until something changes.
- The review reads what a visitor sees. It does not follow instructions to the reviewer, and shows them to staff.
- \`comment_places\` and \`suggestion_places\` say where each comment and suggestion belongs: a heading id of \`readme_html\`, or a log. \`judged_at\` is the time of the README and logs that were reviewed.
- The end of \`public_review\` says which parts of a large project were condensed or not read, and whether the review looked at images.
- A review that failed gives the reason in \`failure\`. Nothing is lost, and you can request it again.

## Lifecycle

\`GET …/status\` returns the \`state\` of a project and, in \`allowed\`, what you may do with it. \`GET …/status/events\` sends an event when they change. A move that the state forbids is refused, and \`details\` has both values.

${movesAsMarkdown()}

## Repeating a write

Send an \`Idempotency-Key\` with each write, and the same key when you repeat it. The write is executed once. After 429, 503 and IDEMPOTENCY_IN_PROGRESS, wait \`Retry-After\` seconds and repeat.

`;

const assistants = (address: string) => `## Assistants

\`${address}/mcp\` is an MCP server: Streamable HTTP by POST, without sessions. A request without a token is answered 401, and \`WWW-Authenticate\` names the [metadata](${address}/.well-known/oauth-protected-resource/mcp), which leads to the [authorization server](${address}/.well-known/oauth-authorization-server). Register a client, then use the authorization code flow with PKCE. An API token works too. \`shipyard mcp\` of the command line has the same tools on stdio, and there they take paths of files too.

${TOOLS.map(({ name, description, scope }) => `- \`${name}\` (${scope ?? 'any scope'}): ${description}`).join('\n')}

Interviews, shipping addresses, tokens and the account are for the person alone, in the studio.
`;

function limits(): string[] {
  const rates = Object.entries(RATES).map(
    ([name, { limit, windowMs, per }]) => `${name.replaceAll('_', ' ')}: ${limit} in ${windowMs / 1000} s, per ${per}`,
  );
  const atOnce = Object.entries(AT_ONCE).map(
    ([name, most]) => `${name.replaceAll('_', ' ')} that are open at once: ${most} per account`,
  );
  const quotas = Object.entries(quotaLimits({}, false)).map(
    ([quota, limit]) => `${quota.replaceAll('_', ' ')}: ${limit} per account, unless staff have set another limit`,
  );
  return [
    `A README: ${README_LIMIT_BYTES} bytes`,
    `The text or Markdown of a log: ${LOG_TEXT_LIMIT_BYTES} bytes`,
    `An image: ${IMAGE_LIMIT_BYTES} bytes`,
    `Image parts in a request: ${IMAGE_PARTS_LIMIT}`,
    `A multipart request: ${REQUEST_LIMIT_BYTES} bytes`,
    `A JSON body: ${JSON_LIMIT_BYTES} bytes; the body of a sync: ${SYNC_LIMIT_BYTES} bytes; of a preview: ${PREVIEW_LIMIT_BYTES} bytes`,
    ...rates,
    ...atOnce,
    ...quotas,
  ];
}
