import type { components, ShipyardClient } from '@shipyard/client';
import type { EditorFacts, EditorWords, StudioFacts } from '@shipyard/ui';
import { isObject } from '../drafts/draft-store';
import { answerOf, type ApiAnswer, apiOf, type Refusal } from '../session/api';
import { keepTrying } from '../session/keep-trying';
import { sendWithProgress } from '../session/send-with-progress';
import { newId } from '../random-id';
import { fill } from '../words';
import { canonicalPath } from './picture-files';
import type { LineProblem } from './source-view';

type Schemas = components['schemas'];

/** `missing`: every relative picture, as it is written, also those that the service has. */
export type Preview = Schemas['ReadmePreviewView'];
export type SavedReadme = Schemas['ReadmeView'];
export type StoredPictures = Schemas['ReadmeAnswer']['images'];

export interface SentPicture {
  path: string;
  file: File;
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];

export class ReadmeApi {
  private readonly client: ShipyardClient;
  private readonly params: { path: { slug: string } };

  constructor(
    page: StudioFacts,
    private readonly facts: Pick<EditorFacts, 'slug' | 'locale'>,
  ) {
    this.client = apiOf(page);
    this.params = { path: { slug: facts.slug } };
  }

  preview(markdown: string): Promise<ApiAnswer<Preview>> {
    const params = { ...this.params, query: { locale: this.facts.locale } };
    return answerOf(this.client.POST('/api/v1/projects/{slug}/readme/preview', { params, body: { markdown } }));
  }

  /** Null if it could not be read. */
  async read(): Promise<SavedReadme | null> {
    const { params } = this;
    const answer = await answerOf(this.client.GET('/api/v1/projects/{slug}/readme', { params }));
    return answer.kind === 'ok' ? answer.data : null;
  }

  /** Pictures take long, so a save with pictures is sent again after a lost connection. */
  save(
    markdown: string,
    base: string,
    pictures: readonly SentPicture[],
    onProgress: (sentBytes: number) => void,
  ): Promise<ApiAnswer<Pick<Schemas['ReadmeAnswer'], 'images'>>> {
    const { params } = this;
    const body = { readme: markdown, keep_images: 'true', base_updated_at: base } as const;
    const form = new FormData();
    for (const [name, text] of Object.entries(body)) form.set(name, text);
    for (const { path, file } of pictures) form.set(path, file, path.split('/').at(-1));
    const key = newId();
    const send = () =>
      answerOf(
        this.client.PUT('/api/v1/projects/{slug}/readme', {
          params: { ...params, header: { 'Idempotency-Key': key } },
          body,
          bodySerializer: () => form,
          fetch: sendWithProgress(form, onProgress),
        }),
      );
    return pictures.length === 0 ? send() : keepTrying(send, isUnanswered);
  }
}

/** The connection was lost, or the service still works on what came before it was. */
const isUnanswered = (answer: ApiAnswer<unknown>): boolean =>
  answer.kind === 'unreachable' || (answer.kind === 'refused' && answer.error === 'IDEMPOTENCY_IN_PROGRESS');

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
  if (sentences.length > 0) return sentences;
  const pictures = [...texts(details.parts), ...texts([details.part])].join(', ');
  return [isKnown(error, words) ? fill(words[error], { pictures }) : message];
}

/** Says where the text names a picture that is not there. */
export const placeOfMissing = (words: EditorWords['missing'], path: string, line: number | null): string =>
  fill(line === null ? words.place : words.placeAt, { path, line: line ?? '' });

/** Names the first of the pictures that are missing. */
export function firstMissing([written]: readonly string[], text: string, words: EditorWords['missing']): string[] {
  if (written === undefined) return [];
  const at = text.indexOf(written);
  return [placeOfMissing(words, canonicalPath(written), at < 0 ? null : text.slice(0, at).split('\n').length)];
}

const isKnown = (error: string, words: EditorWords['refusals']): error is keyof EditorWords['refusals'] =>
  Object.hasOwn(words, error);
