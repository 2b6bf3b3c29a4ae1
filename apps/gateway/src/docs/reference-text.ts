import { errorsText, groupText, type OpenApiDocument, samplesOf, schemasText } from '@shipyard/http';
import { SAMPLE_FACTS } from './call-samples';

/** A part of the reference as Markdown. Null: there is no such part. */
export function referencePartText(document: OpenApiDocument, site: string, part: string): string | null {
  if (part === 'errors') return `# Errors\n\n${errorsText(document)}\n`;
  if (part === 'schemas') return `# Inputs and answers\n\n${schemasText(document)}\n`;
  return groupText(document, part, (operation) => samplesOf(operation, { site, ...SAMPLE_FACTS }));
}
