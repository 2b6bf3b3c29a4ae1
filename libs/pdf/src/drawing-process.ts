import os from 'node:os';
import { FontBook } from './font-book';

export type DrawingAnswer = { kind: 'drawn'; bytes: Buffer } | { kind: 'failed'; message: string };

/** Makes this process draw what its parent asks for. The parent is a ChildPool, and names the folder for fonts. */
export function serveDrawings<Request>(
  draw: (fonts: FontBook, request: Request) => Promise<Buffer>,
  /** A message of an error can hold what was drawn, and the parent logs it. */
  isPrivate: (request: Request) => boolean = () => false,
): void {
  const fonts = FontBook.open(os.tmpdir());
  const send = (message: DrawingAnswer | { kind: 'ready' }) => process.send?.(message);
  const answer = async (request: Request): Promise<DrawingAnswer> => {
    try {
      return { kind: 'drawn', bytes: await draw(await fonts, request) };
    } catch (error) {
      return {
        kind: 'failed',
        message: error instanceof Error && !isPrivate(request) ? error.message : 'drawing failed',
      };
    }
  };
  process.on('message', (request: Request) => void answer(request).then(send));
  process.on('disconnect', () => process.exit());
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  fonts.then(
    () => send({ kind: 'ready' }),
    () => process.exit(1),
  );
}
