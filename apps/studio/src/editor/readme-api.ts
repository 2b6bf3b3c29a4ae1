import type { EditorWords, StudioFacts } from '@shipyard/ui';
import { isObject } from '../drafts/draft-store';
import { type ApiAnswer, callApi } from '../session/api';
import { fill } from '../words';
import type { LineProblem } from './source-view';

export interface Preview {
  html: string;
  /** Every relative picture, as it is written: also those that the service has. */
  missing: string[];
  problems: { line: number | null; message: string }[];
}

export interface SavedReadme {
  markdown: string;
  html: string;
  updatedAt: string;
}

export interface SentPicture {
  path: string;
  file: File;
}

export type Refusal = Extract<ApiAnswer, { kind: 'refused' }>;

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];

export class ReadmeApi {
  constructor(
    private readonly facts: StudioFacts,
    private readonly slug: string,
  ) {}

  private get path() {
    return `/projects/${this.slug}/readme`;
  }

  async preview(markdown: string): Promise<Preview | ApiAnswer> {
    const answer = await callApi(this.facts, { method: 'POST', path: `${this.path}/preview`, json: { markdown } });
    return answer.kind === 'ok' ? readPreview(answer.data) : answer;
  }

  /** Null if it could not be read. */
  async read(): Promise<SavedReadme | null> {
    const answer = await callApi(this.facts, { method: 'GET', path: this.path });
    if (answer.kind !== 'ok') return null;
    const { markdown, html, updated_at: updatedAt } = answer.data;
    if (typeof markdown !== 'string' || typeof html !== 'string' || typeof updatedAt !== 'string') return null;
    return { markdown, html, updatedAt };
  }

  save(
    markdown: string,
    base: string,
    pictures: readonly SentPicture[],
    onProgress: (sentBytes: number) => void,
  ): Promise<ApiAnswer> {
    const form = new FormData();
    form.set('readme', markdown);
    form.set('keep_images', 'true');
    form.set('base_updated_at', base);
    for (const { path, file } of pictures) form.set(path, file, path.split('/').at(-1));
    return callApi(this.facts, { method: 'PUT', path: this.path, form, onProgress });
  }
}

function readPreview({ html, missing, problems }: Record<string, unknown>): Preview {
  return {
    html: typeof html === 'string' ? html : '',
    missing: texts(missing),
    problems: (Array.isArray(problems) ? problems : []).filter(isObject).flatMap(({ line, message }) => {
      return typeof message === 'string' ? [{ line: typeof line === 'number' ? line : null, message }] : [];
    }),
  };
}

/** What a save that was refused says about pictures and lines. */
export function placesOf({ details, message }: Refusal): {
  missing: string[];
  damaged: string[];
  tooLarge: string | null;
  line: LineProblem | null;
} {
  return {
    missing: texts(details.missing),
    damaged: texts(details.parts),
    tooLarge: typeof details.part === 'string' ? details.part : null,
    line: typeof details.line === 'number' ? { line: details.line, message } : null,
  };
}

/** The sentences for a person: one for each field, or that of the error. */
export function sentencesOf({ error, details, message }: Refusal, words: EditorWords['refusals']): string[] {
  const fields = Array.isArray(details.fields) ? details.fields.filter(isObject) : [];
  const sentences = fields.flatMap(({ field, message: problem }) =>
    typeof field === 'string' && typeof problem === 'string' ? [fill(words.field, { field, problem })] : [],
  );
  return sentences.length > 0 ? sentences : [isKnown(error, words) ? words[error] : message];
}

const isKnown = (error: string, words: EditorWords['refusals']): error is keyof EditorWords['refusals'] =>
  Object.hasOwn(words, error);
