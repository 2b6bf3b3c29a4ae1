import {
  LOG_CAPTION_LIMIT_BYTES,
  LOG_TEXT_LIMIT_BYTES,
  LOG_TITLE_LIMIT_BYTES,
  readLogCaption,
  readLogTitle as readTitle,
} from '@shipyard/contracts';
import { inputInvalid } from '@shipyard/http';
import { readBody, readText } from '../text/body';
import type { MultipartForm } from '../uploads/multipart-form';

export interface WrittenLog {
  title: string;
  writtenAs: 'text' | 'markdown';
  source: string;
  /** What describes each image that was sent, in their order. Empty for one that nobody described. */
  captions: string[];
}

/** The part that holds Markdown. The API takes plain text only, and the studio sends Markdown. */
export const MARKDOWN_PART = 'content_md';

/** Describe the images that are sent as parts. An image in the text has its alt text there. */
export const CAPTIONS_PART = 'captions[]';

export function readWrittenLog({ texts, lists, files }: MultipartForm): WrittenLog {
  const isMarkdown = texts.has(MARKDOWN_PART);
  const part = isMarkdown ? MARKDOWN_PART : 'text';
  return {
    title: titleOf('title', readBody('title', required(texts, 'title'), LOG_TITLE_LIMIT_BYTES)),
    writtenAs: isMarkdown ? 'markdown' : 'text',
    source: notBlank(part, readBody(part, required(texts, part), LOG_TEXT_LIMIT_BYTES)),
    captions: readCaptions(lists.get(CAPTIONS_PART) ?? [], files.length),
  };
}

function readCaptions(sent: readonly Buffer[], images: number): string[] {
  if (sent.length > images)
    throw inputInvalid('captions', `are more than the images: send one for each, ${images} at most`);
  const captions = sent.map((bytes, at) => {
    const field = `captions[${at}]`;
    const caption = readLogCaption(readBody(field, bytes, LOG_CAPTION_LIMIT_BYTES));
    if ('problem' in caption) throw inputInvalid(field, caption.problem);
    return caption.value;
  });
  return [...captions, ...Array<string>(images - sent.length).fill('')];
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
