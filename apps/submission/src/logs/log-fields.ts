import { inputInvalid, lineProblem, normaliseLine } from '@shipyard/http';
import { readBody, readText } from '../text/body';
import type { MultipartForm } from '../uploads/multipart-form';

export const LOG_TEXT_LIMIT_BYTES = 64 * 1024;
/** The same as for bodies, so that a long title fails the rule for titles and not the size limit. */
export const TITLE_LIMIT_BYTES = LOG_TEXT_LIMIT_BYTES;
const TITLE = { min: 1, max: 120 };

export interface PlainLog {
  title: string;
  text: string;
}

export function readPlainLog({ texts }: MultipartForm): PlainLog {
  return {
    title: titleOf('title', readBody('title', required(texts, 'title'), TITLE_LIMIT_BYTES)),
    text: notBlank('text', readBody('text', required(texts, 'text'), LOG_TEXT_LIMIT_BYTES)),
  };
}

export const readLogTitle = (field: string, title: string) => titleOf(field, readText(field, title, TITLE_LIMIT_BYTES));

export const readLogMarkdown = (field: string, markdown: string) =>
  notBlank(field, readText(field, markdown, LOG_TEXT_LIMIT_BYTES));

function titleOf(field: string, text: string): string {
  const title = normaliseLine(text.trim(), TITLE.max);
  const problem = lineProblem(title, TITLE);
  if (problem !== null) throw inputInvalid(field, problem);
  return title;
}

function notBlank(field: string, text: string): string {
  if (text.trim() === '') throw inputInvalid(field, 'must not be empty');
  return text;
}

function required(texts: MultipartForm['texts'], field: string): Buffer {
  const bytes = texts.get(field);
  if (!bytes) throw inputInvalid(field, 'is required', 'missing');
  return bytes;
}
