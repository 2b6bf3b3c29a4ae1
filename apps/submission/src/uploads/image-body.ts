import { createWriteStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { IMAGE_LIMIT_BYTES } from '@shipyard/contracts';
import { bodyBudget, clientDisconnect, inputInvalid, RequestFault } from '@shipyard/http';
import { errorCodeOf } from '@shipyard/platform/error-code';
import { imageTooLarge, makePrivateFolder, type MultipartForm, readMultipartForm } from './multipart-form';

const PART = 'file';
const HELD_BYTES = 128 * 1024;

/** Reads the bytes of one image, or a form with one. The caller always removes `folder` afterwards. */
export async function readImageBody(
  request: IncomingMessage,
  response: ServerResponse,
  folder: string,
): Promise<MultipartForm> {
  if (/^multipart\//i.test(request.headers['content-type'] ?? ''))
    return oneImage(await readMultipartForm(request, response, folder, { textParts: { path: HELD_BYTES } }));
  if (Number(request.headers['content-length'] ?? 0) > IMAGE_LIMIT_BYTES) throw imageTooLarge(PART);
  await makePrivateFolder(folder).catch((cause: unknown) => {
    throw new RequestFault({ kind: 'unavailable', cause });
  });
  const target = path.join(folder, PART);
  const bytes = await writeBody(request, target);
  if (bytes === 0) throw inputInvalid('body', 'is empty: send the bytes of an image', 'missing');
  const file = { name: PART, filename: PART, path: target, bytes };
  return { texts: new Map(), lists: new Map(), files: [file], disconnect: clientDisconnect(response, gone()) };
}

function oneImage(form: MultipartForm): MultipartForm {
  const [file, second] = form.files;
  if (!file) throw inputInvalid(PART, 'is required', 'missing');
  if (second) throw inputInvalid(second.name, 'is one too many: send one image', 'unknown');
  return form;
}

async function writeBody(request: IncomingMessage, target: string): Promise<number> {
  let bytes = 0;
  const arriving = bodyBudget.begin((refusal) => counted.destroy(refusal));
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      arriving.hold(chunk.length, HELD_BYTES);
      if (bytes > IMAGE_LIMIT_BYTES) return done(imageTooLarge(PART));
      done(null, chunk);
    },
  });
  try {
    await pipeline(request, counted, createWriteStream(target, { flags: 'wx', mode: 0o600 }));
    return bytes;
  } catch (error) {
    if (!request.complete && errorCodeOf(error) === 'ERR_STREAM_PREMATURE_CLOSE') throw gone();
    if (error instanceof Error && 'syscall' in error) throw new RequestFault({ kind: 'unavailable', cause: error });
    throw error;
  } finally {
    arriving.end();
  }
}

const gone = () => new RequestFault({ kind: 'body_malformed', message: 'The client disconnected.' });
