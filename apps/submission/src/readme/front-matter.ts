import { type FrontMatter, FrontMatterInvalid, parseFrontMatter } from '@shipyard/markdown/front-matter';
import { readmeErrors } from './readme.errors';

export function readFrontMatter(yaml: string): FrontMatter {
  try {
    return parseFrontMatter(yaml);
  } catch (error) {
    if (!(error instanceof FrontMatterInvalid)) throw error;
    const { message, place } = error;
    throw readmeErrors.README_FRONT_MATTER_INVALID(
      place === null ? { message } : { message, details: { line: place.line, column: place.column } },
    );
  }
}
