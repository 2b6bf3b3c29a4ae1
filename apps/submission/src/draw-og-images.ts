import os from 'node:os';
import type { OgAnswer } from './pages/og/og-drawer.service';
import { drawOgImage, type OgImage } from './pages/og/draw-og-image';
import { useOwnFonts } from './pages/og/og-fonts';

const fonts = useOwnFonts(os.tmpdir());

async function answer(image: OgImage): Promise<OgAnswer> {
  try {
    return { kind: 'drawn', png: await drawOgImage(image, await fonts) };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

const send = (message: OgAnswer | { kind: 'ready' }) => process.send?.(message);

process.on('message', (image: OgImage) => void answer(image).then(send));
process.on('disconnect', () => process.exit());
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
fonts.then(
  () => send({ kind: 'ready' }),
  () => process.exit(1),
);
