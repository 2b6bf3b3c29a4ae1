import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sizeInWords } from '@shipyard/contracts';
import { readProject, readProjectFiles } from '@shipyard/project-folder';
import type { CommandContext } from '../command';
import { replaceFile } from '../project/base-file';
import { keepAside } from '../project/kept-aside';

/** Makes the images smaller that README and logs show and that the service refuses for their size. */
export async function resizeImages(
  folder: string,
  { output, words }: Pick<CommandContext, 'output' | 'words'>,
): Promise<void> {
  const { errors } = readProject(await readProjectFiles(folder), new Date());
  const files = errors.flatMap(({ file, code }) => (code === 'IMAGE_TOO_LARGE' ? file : []));
  if (files.length === 0) return;
  // The codecs are loaded for this alone.
  const { smallerImage } = await import('./smaller-image');
  for (const file of files) {
    const bytes = await readFile(path.join(folder, file));
    const smaller = await smallerImage(bytes).catch(() => null);
    if (smaller === null) {
      output.fail(words.everyday.notResized(file));
      continue;
    }
    const kept = await keepAside(folder, file);
    await replaceFile(folder, file, smaller.bytes);
    const after = `${sizeInWords(smaller.bytes.length)}, ${smaller.width} × ${smaller.height}`;
    output.tell(words.everyday.resized(file, sizeInWords(bytes.length), after, kept));
  }
}
