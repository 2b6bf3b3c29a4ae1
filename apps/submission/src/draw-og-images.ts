import os from 'node:os';
import type { DrawingAnswer } from '@shipyard/pdf';
import { drawOgImage, type OgImage } from './pages/og/draw-og-image';
import { useOwnFonts } from './pages/og/og-fonts';

const fonts = useOwnFonts(os.tmpdir());

async function answer(image: OgImage): Promise<DrawingAnswer> {
  try {
    return { kind: 'drawn', bytes: await drawOgImage(image, await fonts) };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

const send = (message: DrawingAnswer | { kind: 'ready' }) => process.send?.(message);

process.on('message', (image: OgImage) => void answer(image).then(send));
process.on('disconnect', () => process.exit());
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
fonts.then(
  () => send({ kind: 'ready' }),
  () => process.exit(1),
);
