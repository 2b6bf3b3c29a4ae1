import { LOG_TEXT_LIMIT_BYTES, LOG_TITLE_LIMIT_BYTES, readLogTitle as readTitle } from '@shipyard/contracts';
import { inputInvalid } from '@shipyard/http';
import { readBody, readText } from '../text/body';
import type { MultipartForm } from '../uploads/multipart-form';

export interface PlainLog {
  title: string;
  text: string;
}

export function readPlainLog({ texts }: MultipartForm): PlainLog {
  return {
    title: titleOf('title', readBody('title', required(texts, 'title'), LOG_TITLE_LIMIT_BYTES)),
    text: notBlank('text', readBody('text', required(texts, 'text'), LOG_TEXT_LIMIT_BYTES)),
  };
}

export const readLogTitle = (field: string, title: string) =>
  titleOf(field, readText(field, title, LOG_TITLE_LIMIT_BYTES));

export const readLogMarkdown = (field: string, markdown: string) =>
  notBlank(field, readText(field, markdown, LOG_TEXT_LIMIT_BYTES));

function titleOf(field: string, text: string): string {
  const title = readTitle(text);
  if ('problem' in title) throw inputInvalid(field, title.problem);
  return title.value;
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
