import {
  errorsText,
  groupText,
  type OpenApiDocument,
  operationsOf,
  type SampleFacts,
  samplesOf,
  schemasText,
  shipyardCall,
} from '@shipyard/http';
import clientText from '@shipyard/client/README.md';

/** The page of `@shipyard/client`, as its package has it. */
export const CLIENT_TEXT: string = clientText;

/** A page of the reference as Markdown. Null as `part`: the list of all calls. Null as the answer: there is no such page. */
export function referenceMarkdown(document: OpenApiDocument, address: string, part: string | null): string | null {
  if (part === null) return indexText(document, address);
  if (part === 'client') return CLIENT_TEXT;
  if (part === 'errors') return `# Errors\n\n${errorsText(document)}\n`;
  if (part === 'schemas') return `# Inputs and answers\n\n${schemasText(document)}\n`;
  return groupText(document, part, (operation) => samplesOf(operation, { site: address, ...SAMPLE_FACTS }));
}

/** What the samples of this service need besides its URL. */
export const SAMPLE_FACTS: Omit<SampleFacts, 'site'> = {
  tokenVariable: 'SHIPYARD_TOKEN',
  clientCall: (...call) => ({ typescript: shipyardCall(...call) }),
};

function indexText(document: OpenApiDocument, address: string): string {
  const base = `${address}/api/v1/reference`;
  const groups = document.tags.map(({ name, description }) => {
    const calls = operationsOf(document, name).map(
      ({ method, path, summary }) => `- \`${method} ${path}\`: ${summary}`,
    );
    return `## [${description}](${base}/${name}.md)\n\n${calls.join('\n')}\n`;
  });
  return `# ${document.info.title}\n\n${document.info.description}\n\n- [Client for TypeScript and JavaScript](${base}/client.md)\n- [Errors](${base}/errors.md)\n- [Inputs and answers](${base}/schemas.md)\n\n${groups.join('\n')}`;
}
