import { errorOf } from '@shipyard/client';
import type { PullPlan } from '@shipyard/project-folder';
import type { CommandContext } from '../command';
import { foreignAnswer, isJson } from '../connection/api-answer';
import type { Connection } from '../connection/connect';
import type { Words } from '../words/words';
import { fewAtOnce } from './at-once';

/** Fetches the images of a plan, a few at once, and hands each to `write` under each of its paths. */
export async function downloadImages(
  images: PullPlan['images'],
  connection: Connection,
  { output, words }: Pick<CommandContext, 'output' | 'words'>,
  write: (file: string, bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  let done = 0;
  await fewAtOnce(images, async ({ url, paths }) => {
    const bytes = await download(connection, url, words);
    for (const file of paths) await write(file, bytes);
    done += 1;
    if (output.isLive) output.draw(words.pull.downloading(done, images.length), done === images.length);
  });
}

/** Only the service itself gets the token. What is no image is not kept: a proxy can answer with a page of its own. */
async function download({ origin, fetch, token }: Connection, url: string, words: Words): Promise<Uint8Array> {
  const address = new URL(url, origin);
  const headers = address.origin === origin && token !== null ? { authorization: `Bearer ${token}` } : undefined;
  const response = await fetch(new Request(address, { headers }));
  const type = response.headers.get('content-type') ?? '';
  if (response.ok && type.startsWith('image/')) return new Uint8Array(await response.arrayBuffer());
  if (response.ok || !isJson(type)) throw foreignAnswer(response, words);
  throw errorOf(response, await response.json());
}
