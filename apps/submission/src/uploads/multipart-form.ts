import { createWriteStream } from 'node:fs';
import { chmod, mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { IMAGE_LIMIT_BYTES, IMAGE_PARTS_LIMIT, sizeInWords } from '@shipyard/contracts';
import { bodyBudget, clientDisconnect, envelopeErrors, inputInvalid, RequestFault } from '@shipyard/http';
import type { AbortSignalLike } from '@shipyard/platform/cancellation';
import { uuidv7 } from '@shipyard/platform/ids';
import multer, { MulterError } from 'multer';
import { BLOCK_BYTES, BlockStream } from './block-stream';
import { PartScanner } from './part-scanner';
import { uploadErrors } from './uploads.errors';

export const REQUEST_LIMIT_BYTES = 80 * 1024 * 1024;
const SPARE_TEXT_PARTS = 8;
const NAME_LIMIT_BYTES = 1024;
const FORM_BYTES = 2 * BLOCK_BYTES;

/** The bytes that each may have. One whose name ends with `[]` may be sent for each image. */
export type TextParts = Readonly<Record<string, number>>;

export const isList = (name: string): boolean => name.endsWith('[]');

export interface FilePart {
  name: string;
  /** As the client named it. */
  filename: string;
  path: string;
  bytes: number;
}

export interface MultipartForm {
  texts: ReadonlyMap<string, Buffer>;
  /** The parts that may be sent several times, in their order. */
  lists: ReadonlyMap<string, readonly Buffer[]>;
  files: FilePart[];
  disconnect: AbortSignalLike;
}

declare module 'http' {
  interface IncomingMessage {
    /** The form, if `readMultipartForm` has read all of it. Its images count against the rate of the account. */
    multipartForm?: MultipartForm;
  }
}

/**
 * A form of a page that keeps what was typed if an image is too large, so it limits its images itself. Browsers send an
 * empty part without a filename for each file that was not chosen.
 */
export interface BrowserForm {
  /** Called with the texts before the first file is kept, and at the end. Throws to refuse the form. */
  check: (texts: ReadonlyMap<string, Buffer>) => void;
}

interface FormRules {
  textParts: TextParts;
  browserForm?: BrowserForm;
}

interface Reading extends FormRules {
  scanner: PartScanner;
  seen: SeenPart[];
}

type SeenPart =
  | { kind: 'text'; name: string; value: string }
  | { kind: 'file'; name: string; hasFilename: boolean; isEmpty: boolean };

interface ParserOptions {
  defCharset: string;
  streamHandler(body: Readable, parser: Writable): void;
}

type Body = Readable & Pick<IncomingMessage, 'headers'>;

/**
 * The caller always removes `folder` afterwards. Refuses what the parser would ignore: parts without a filename,
 * unknown text parts, malformed parts.
 */
export async function readMultipartForm(
  request: IncomingMessage,
  response: ServerResponse,
  folder: string,
  rules: FormRules,
): Promise<MultipartForm> {
  const { textParts, browserForm } = rules;
  const boundary = boundaryOf(request);
  if (Number(request.headers['content-length'] ?? 0) > REQUEST_LIMIT_BYTES) throw tooLarge();
  await makePrivateFolder(folder).catch((cause: unknown) => {
    throw new RequestFault({ kind: 'unavailable', cause });
  });
  const scanner = new PartScanner(boundary);
  const seen: SeenPart[] = [];
  const files = await parse(request, response, folder, { ...rules, scanner, seen });
  browserForm?.check(textsSeen(seen));
  assertNothingLost(scanner, seen, browserForm !== undefined);
  const form = {
    ...collectTexts(seen, scanner, textParts),
    files: files.map(({ fieldname, originalname, path: file, size }) => ({
      name: fieldname,
      filename: originalname,
      path: file,
      bytes: size,
    })),
    disconnect: clientDisconnect(response, malformed('The client disconnected.')),
  };
  request.multipartForm = form;
  return form;
}

/** Other users must not read uploads. An older version may have set wider permissions. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(path.dirname(folder), 0o700);
}

function boundaryOf(request: IncomingMessage): string {
  const type = request.headers['content-type'] ?? '';
  const boundary = /^multipart\/form-data\b/i.test(type) ? PartScanner.boundaryOf(type) : null;
  if (boundary === null) throw malformed('The body must be multipart/form-data with a boundary.');
  return boundary;
}

function parse(
  request: IncomingMessage,
  response: ServerResponse,
  folder: string,
  { textParts, scanner, seen, browserForm }: Reading,
): Promise<Express.Multer.File[]> {
  const names = Object.keys(textParts);
  const textPartsLimit = names.length + SPARE_TEXT_PARTS + (names.some(isList) ? IMAGE_PARTS_LIMIT : 0);
  return new Promise((resolve, reject) => {
    let giveUp: (refusal: Error) => void = reject;
    const arriving = bodyBudget.begin((refusal) => giveUp(refusal));
    request.once('close', () => arriving.end());
    const body = bodyOf(request);
    let bytes = 0;
    let fileBytes = 0;
    const options: multer.Options & ParserOptions = {
      storage: filesIn(folder, (length) => (fileBytes += length)),
      // Latin-1 maps each byte to one character, which allows a check for invalid UTF-8 later.
      defCharset: 'latin1',
      defParamCharset: 'utf8',
      preservePath: true,
      limits: {
        fieldNameSize: NAME_LIMIT_BYTES,
        // A line end may take two bytes on the wire. The stored text is measured again.
        fieldSize: 2 * Math.max(...Object.values(textParts)) + 3,
        fields: textPartsLimit,
        files: IMAGE_PARTS_LIMIT,
        fileSize: browserForm ? REQUEST_LIMIT_BYTES : IMAGE_LIMIT_BYTES,
      },
      streamHandler: (incoming, parser) => {
        // The parser would report this only at the end of the body.
        const refuse = (refusal: Error) => {
          arriving.end();
          incoming.off('data', look).unpipe(parser);
          incoming.destroy();
          // The parser may be in the middle of a chunk, and must not be destroyed there.
          setImmediate(() => parser.destroy());
          reject(refusal);
        };
        const look = (chunk: Buffer) => {
          bytes += chunk.length;
          arriving.hold(chunk.length, FORM_BYTES + bytes - fileBytes);
          if (bytes > REQUEST_LIMIT_BYTES) return refuse(tooLarge());
          scanner.push(chunk);
          if (scanner.parts.length > textPartsLimit + IMAGE_PARTS_LIMIT)
            refuse(inputInvalid('body', 'has too many parts'));
        };
        watch(parser, seen, (code, name) => refuse(toRefusal(new MulterError(code, name), textParts)));
        if (browserForm) checkBeforeFiles(parser, seen, browserForm, refuse);
        // The parser comes first, because its errors are more precise.
        incoming.pipe(parser);
        incoming.on('data', look);
        giveUp = refuse;
        arriving.hold(0, FORM_BYTES);
      },
    };
    const read = multer(options).any();
    // multer uses only `body` and `files` of Express's request and response.
    const parsed = body as Parameters<typeof read>[0];
    read(parsed, response as Parameters<typeof read>[1], (error: unknown) => {
      arriving.end();
      if (error) return reject(toRefusal(error, textParts));
      bodyBudget.keepUntilAnswered(response, bytes - fileBytes);
      resolve(Array.isArray(parsed.files) ? parsed.files : []);
    });
  });
}

function bodyOf(request: IncomingMessage): Body {
  const body = Object.assign(new BlockStream(), { headers: request.headers });
  request.once('close', () => {
    if (!request.complete) body.destroy(new Error('The request ended before it was whole'));
  });
  return request.pipe(body);
}

/** Writes each file to the folder. Unlike multer's own storage, it closes the file when the body ends early. */
function filesIn(folder: string, onBytes: (bytes: number) => void): multer.StorageEngine {
  return {
    _handleFile(_request, file, done) {
      const target = path.join(folder, uuidv7());
      const written = createWriteStream(target, { flags: 'wx', mode: 0o600 });
      file.stream.on('data', (chunk: Buffer) => onBytes(chunk.length));
      pipeline(file.stream, written).then(
        () => done(null, { path: target, size: written.bytesWritten }),
        (error: unknown) => done(error),
      );
    },
    _removeFile(_request, file, done) {
      rm(file.path, { force: true }).then(() => done(null), done);
    },
  };
}

function watch(parser: Writable, seen: SeenPart[], refuse: (code: MulterError['code'], name?: string) => void): void {
  parser.on('field', (name: string | undefined, value: string, { valueTruncated }: { valueTruncated?: boolean }) => {
    seen.push({ kind: 'text', name: unescapeName(name), value });
    if (valueTruncated) refuse('LIMIT_FIELD_VALUE', unescapeName(name));
  });
  parser.on('file', (name: string | undefined, stream: Readable, { filename }: { filename?: string }) => {
    const part: SeenPart = { kind: 'file', name: unescapeName(name), hasFilename: Boolean(filename), isEmpty: true };
    seen.push(part);
    if (!filename) stream.once('data', () => (part.isEmpty = false));
    if (filename) stream.on('limit', () => refuse('LIMIT_FILE_SIZE', unescapeName(name)));
  });
  parser.on('filesLimit', () => refuse('LIMIT_FILE_COUNT'));
  parser.on('fieldsLimit', () => refuse('LIMIT_FIELD_COUNT'));
}

function textsSeen(seen: SeenPart[]): Map<string, Buffer> {
  const texts = seen.flatMap((part) => (part.kind === 'text' ? [part] : []));
  return new Map(texts.map(({ name, value }) => [name, Buffer.from(value, 'latin1')]));
}

function checkBeforeFiles(
  parser: Writable,
  seen: SeenPart[],
  { check }: BrowserForm,
  refuse: (refusal: Error) => void,
): void {
  parser.once('file', () => {
    try {
      check(textsSeen(seen));
    } catch (error) {
      refuse(error instanceof Error ? error : new Error('A form was refused', { cause: error }));
    }
  });
}

/** Browsers escape only these three characters in a part's name. */
function unescapeName(name = ''): string {
  return name.replace(/%0A|%0D|%22/gi, (escaped) => decodeURIComponent(escaped));
}

function assertNothingLost(scanner: PartScanner, seen: SeenPart[], mayHaveEmptyFiles: boolean): void {
  const nameless = seen.find(
    (part) => part.kind === 'file' && !part.hasFilename && !(mayHaveEmptyFiles && part.isEmpty),
  );
  if (nameless) throw inputInvalid(nameless.name, 'is a file part without a filename: add one, as curl -F does');
  if (!scanner.isWhole) throw malformed('The multipart body has no closing boundary. Send the request again.');
  if (scanner.parts.length !== seen.length) {
    throw partUnreadable();
  }
}

function collectTexts(
  seen: SeenPart[],
  scanner: PartScanner,
  textParts: TextParts,
): Pick<MultipartForm, 'texts' | 'lists'> {
  const texts = new Map<string, Buffer>();
  const lists = new Map<string, Buffer[]>();
  seen.forEach((part, index) => {
    if (part.kind === 'file') {
      if (Object.hasOwn(textParts, part.name)) {
        throw inputInvalid(
          part.name,
          `must be a text field, not a file; with curl: -F '${part.name}=<file' instead of -F '${part.name}=@file'`,
        );
      }
      return;
    }
    if (!Object.hasOwn(textParts, part.name)) throw unknownText(part.name, textParts);
    const bytes = toBytes(part.name, part.value, scanner.parts[index]?.charset ?? null);
    if (isList(part.name)) return void lists.set(part.name, [...(lists.get(part.name) ?? []), bytes]);
    if (texts.has(part.name)) throw inputInvalid(part.name, 'was sent twice');
    texts.set(part.name, bytes);
  });
  return { texts, lists };
}

function toBytes(name: string, value: string, charset: string | null): Buffer {
  if (charset === null) return Buffer.from(value, 'latin1');
  if (!/^utf-?8$/.test(charset)) throw inputInvalid(name, 'must be in UTF-8');
  if (value.includes('\uFFFD')) throw inputInvalid(name, 'must be valid UTF-8');
  return Buffer.from(value);
}

function unknownText(name: string, textParts: TextParts): RequestFault {
  return inputInvalid(
    name,
    `is not a known text part (known: ${Object.keys(textParts).join(', ')}); an image part needs a filename`,
    'unknown',
  );
}

function toRefusal(error: unknown, textParts: TextParts): Error {
  if (error instanceof MulterError) {
    const name = error.field ?? '';
    switch (error.code) {
      case 'LIMIT_FILE_SIZE':
        return imageTooLarge(name);
      case 'LIMIT_FILE_COUNT':
        return inputInvalid('images', `must be at most ${IMAGE_PARTS_LIMIT} parts`);
      case 'LIMIT_FIELD_COUNT':
        return inputInvalid('body', 'has too many text parts');
      case 'LIMIT_FIELD_KEY':
        return inputInvalid('body', `has a part whose name is longer than ${NAME_LIMIT_BYTES} bytes`);
      case 'LIMIT_FIELD_VALUE': {
        const limit = textParts[name];
        if (limit === undefined) return unknownText(name, textParts);
        return envelopeErrors.PAYLOAD_TOO_LARGE({
          message: `The part ${name} is larger than ${limit} bytes. Send less.`,
          details: { limit, part: name },
        });
      }
      default:
        return malformed('A part of the body has no valid name. Give each part a name.');
    }
  }
  // The disk is full or missing. All other errors are about the body.
  if (error instanceof Error && 'syscall' in error) return new RequestFault({ kind: 'unavailable', cause: error });
  return malformed('The multipart body is malformed or incomplete. Send the request again.');
}

export function uploadFolder(dataDir: string): string {
  return path.join(dataDir, 'uploads');
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true }).catch(() => undefined);
}

export const imageTooLarge = (part: string) =>
  uploadErrors.IMAGE_TOO_LARGE({
    message: `The image ${part} is larger than ${sizeInWords(IMAGE_LIMIT_BYTES)}. Send a smaller one.`,
    details: { limit: IMAGE_LIMIT_BYTES, unit: 'bytes', part },
  });

const malformed = (message: string) => new RequestFault({ kind: 'body_malformed', message });
const partUnreadable = () =>
  malformed('A part of the body cannot be read. Give each part Content-Disposition: form-data with a name.');
const tooLarge = () => new RequestFault({ kind: 'body_too_large', limitBytes: REQUEST_LIMIT_BYTES });
