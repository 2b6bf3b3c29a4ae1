import { callsText, type ErrorMaker, schemasText } from '@shipyard/http';
import { type DocsFacts, plain } from './page-text';

export function reference({ linkTo, document }: DocsFacts): string {
  return `Every call of the customer interface, made from the [OpenAPI document](${linkTo('/v1/openapi.json')}). What each error code means is on the page [Errors](${linkTo('/docs/errors.md')}).

With samples for curl, TypeScript and Python: ${document.tags
    .map(({ name, description }) => `[${description}](${linkTo(`/docs/reference/${name}.md`)})`)
    .join(', ')}.

## Calls

${callsText(document)}
## Inputs and answers

${schemasText(document)}`;
}

export function errors({ errors: rows }: DocsFacts): string {
  const sorted = [...rows].sort((one, other) => one.row.status - other.row.status || (one.code < other.code ? -1 : 1));
  const table = (makers: ErrorMaker[]) =>
    makers
      .map(({ code, row }) => `| ${row.status} | ${row.type ?? ''} | \`${code}\` | ${plain(row.message)} |`)
      .join('\n');
  const head = '| status | type | code | what is wrong and what to do |\n|---|---|---|---|';
  return `Under \`/v1\` an error is \`{ "error": { "message", "type", "param", "code" } }\`, always with all four keys. OpenAI's clients turn it into their own error classes.

${head}
${table(sorted.filter(({ row }) => row.type !== undefined))}

\`retry-after\` says how many seconds to wait before you retry. \`x-should-retry: false\` means that a retry of the same request cannot help, or could buy the same twice.

Under \`/admin\` an error is \`{ "ok": false, "error", "message", "details"? }\`:

${head}
${table(sorted.filter(({ row }) => row.type === undefined))}`;
}
