import { IMAGE_LIMIT_BYTES, LOG_CAPTION_LIMIT_BYTES, LOG_TEXT_LIMIT_BYTES } from '@shipyard/contracts';
import { type FormFields, HttpError, inputInvalid, RequestFault } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import { limitErrors } from '../../limits/limits.errors';
import { CAPTIONS_PART, LogImageRefused, MARKDOWN_PART } from '../../logs';
import { idempotencyErrors } from '../../idempotency';
import { type MultipartForm } from '../../uploads/multipart-form';
import { uploadErrors } from '../../uploads/uploads.errors';
import { withHardBreaks } from './hard-breaks';

/** Fields with one photo each give the photos an order. The last one takes several. */
export const PHOTO_FIELDS = ['photo_1', 'photo_2', 'photo_3', 'more_photos'] as const;
export type PhotoField = (typeof PHOTO_FIELDS)[number];

/** More than a log may have, so that a long one comes back with its error instead of being lost. */
const TEXT_BYTES = 2 * LOG_TEXT_LIMIT_BYTES;
const KEY_BYTES = 100;
const KEY = /^[0-9a-f-]{36}$/;

/** Describe the photos of the fields with one photo each. A script shows all photos as one list, with `captions[]`. */
export const CAPTION_FIELDS = ['caption_1', 'caption_2', 'caption_3'] as const;

export const LOG_PARTS = {
  form_key: KEY_BYTES,
  first: KEY_BYTES,
  title: TEXT_BYTES,
  text: TEXT_BYTES,
  ...Object.fromEntries([...CAPTION_FIELDS, CAPTIONS_PART].map((name) => [name, LOG_CAPTION_LIMIT_BYTES])),
};

/** The value of `first` in the form that asks for a photo and a sentence only. */
export const PHOTO_FIRST = 'photo';

export interface LogErrors {
  title?: 'missing' | 'invalid';
  text?: 'missing' | 'invalid' | 'picture' | 'too_long' | 'already_published';
  photos?: PhotoError[];
  /** The field of a description that is too long, or not on one line. */
  caption?: string;
}

export interface PhotoError {
  field: PhotoField;
  filename: string;
  /** Its place among all photos of the form, from 0. */
  at: number;
  kind: 'unreadable' | 'too_large' | 'no_room';
}

/** What was typed, and what is wrong with it. */
export interface EnteredLog {
  /** Makes a form that is sent twice publish once. */
  key: string;
  title: string;
  text: string;
  /** In the order of `CAPTION_FIELDS`. */
  captions?: readonly string[];
  errors: LogErrors;
  /** The form asks for a photo and a sentence, which is the title too. */
  isPhotoFirst?: boolean;
}

/** The fields of a form that is only looked at. */
export function enteredIn({ form_key: key = '', title = '', text = '' }: FormFields): EnteredLog {
  return { key: KEY.test(key) ? key : uuidv7(), title, text, errors: {} };
}

/** What the service takes for the text of the form. */
export const markdownOf = (text: string): string => withHardBreaks(text);

export interface SentLog {
  key: string;
  title: string;
  text: string;
  captions: readonly string[];
  isPhotoFirst: boolean;
  photos: { field: PhotoField; filename: string; isTooLarge: boolean }[];
  /** What the service of the API takes. The names of its parts say which photo was refused. */
  form: MultipartForm;
}

export function readLogForm({ texts, lists, files, disconnect }: MultipartForm): SentLog {
  const textOf = (name: string) => texts.get(name)?.toString() ?? '';
  const key = textOf('form_key');
  if (!KEY.test(key)) throw inputInvalid('form_key', 'must come from the page');
  const photos = files.map(({ name, filename, bytes }) => {
    const field = PHOTO_FIELDS.find((each) => each === name);
    if (!field) throw inputInvalid(name, 'is not a field of this form', 'unknown');
    return { field, filename, isTooLarge: bytes > IMAGE_LIMIT_BYTES };
  });
  const isPhotoFirst = textOf('first') === PHOTO_FIRST;
  const title = isPhotoFirst ? firstSentence(textOf('text')) : textOf('title');
  const listed = [...(lists.get(CAPTIONS_PART) ?? [])];
  const captions = photos.map(({ field }) =>
    field === 'more_photos' ? listed.shift() : texts.get(captionFieldOf(field)),
  );
  const form = {
    lists: new Map([[CAPTIONS_PART, captions.map((caption) => caption ?? Buffer.alloc(0))]]),
    texts: new Map([
      ['title', Buffer.from(title)],
      [MARKDOWN_PART, Buffer.from(markdownOf(textOf('text')))],
    ]),
    files: files.map((file, at) => ({ ...file, name: partNameOf(at) })),
    disconnect,
  };
  return { key, title, text: textOf('text'), captions: CAPTION_FIELDS.map(textOf), isPhotoFirst, photos, form };
}

export const captionFieldOf = (field: PhotoField): string => field.replace('photo', 'caption');

const TITLE_LENGTH = 120;

/** At most as long as a title may be, without the full stop at its end. */
export function firstSentence(text: string): string {
  const [sentence = ''] = /^.+?(?:[.!?](?=\s|$)|[。！？]|$)/mu.exec(text.trim()) ?? [];
  const title = sentence.replace(/[.。]$/u, '').trim();
  const letters = [...title];
  return letters.length <= TITLE_LENGTH
    ? title
    : `${letters
        .slice(0, TITLE_LENGTH - 1)
        .join('')
        .trimEnd()}…`;
}

const partNameOf = (at: number) => `photo ${at + 1}`;

/** What is wrong before the service looks. */
export function problemsOf({ title, text, photos, isPhotoFirst }: SentLog): LogErrors | null {
  const errors: LogErrors = {};
  if (title.trim() === '' && !isPhotoFirst) errors.title = 'missing';
  if (text.trim() === '') errors.text = 'missing';
  const tooLarge = photos.flatMap(({ field, filename, isTooLarge }, at): PhotoError[] =>
    isTooLarge ? [{ field, filename, at, kind: 'too_large' }] : [],
  );
  if (tooLarge.length > 0) errors.photos = tooLarge;
  return Object.keys(errors).length > 0 ? errors : null;
}

/** What the service refused. Throws the error if no field of the form is to blame. */
export function toLogErrors(error: unknown, photos: SentLog['photos'] = []): LogErrors {
  if (error instanceof LogImageRefused) return { text: 'picture' };
  if (error instanceof RequestFault && error.fault.kind === 'input_invalid') {
    const fields = new Set(error.fault.problems.map(({ field }) => field));
    if (fields.has('title')) return { title: 'invalid' };
    if (fields.has(MARKDOWN_PART)) return { text: 'invalid' };
    const at = photos.findIndex((_, index) => fields.has(`${CAPTIONS_PART.slice(0, -1)}${index}]`));
    const field = photos[at]?.field;
    if (field) return { caption: field === 'more_photos' ? `caption_${at + 1}` : captionFieldOf(field) };
  }
  if (!(error instanceof HttpError)) throw error;
  const part = error.particulars.details && 'part' in error.particulars.details && error.particulars.details.part;
  const at = Math.max(
    photos.findIndex((_, index) => partNameOf(index) === part),
    0,
  );
  const { field, filename } = photos[at] ?? NO_PHOTO;
  const refused = (kind: PhotoError['kind']): LogErrors => ({ photos: [{ field, filename, at, kind }] });
  switch (error.code) {
    case uploadErrors.IMAGE_TYPE_UNSUPPORTED.code:
      return refused('unreadable');
    case uploadErrors.IMAGE_TOO_LARGE.code:
      return refused('too_large');
    case limitErrors.QUOTA_EXCEEDED.code:
      return refused('no_room');
    case idempotencyErrors.IDEMPOTENCY_KEY_REUSED.code:
      return { text: 'already_published' };
    case 'PAYLOAD_TOO_LARGE':
      return part === 'title' ? { title: 'invalid' } : { text: 'too_long' };
    default:
      throw error;
  }
}

const NO_PHOTO = { field: PHOTO_FIELDS[0], filename: '' };
