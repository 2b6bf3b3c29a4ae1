import { RequestFault } from '@shipyard/http';
import type { Request, Response } from 'express';
import { FIRST_FONT_URL, FOREVER, StaticFiles, styleSheetUrl } from './static-files';

class Files extends StaticFiles {}

const request = { acceptsEncodings: () => false } as unknown as Request;

async function answerOf(answer: (files: Files, response: Response) => void | Promise<void>) {
  const seen = { cache: '', type: '', body: '' };
  const response = {
    set: (_: string, value: string) => ((seen.cache = value), response),
    type: (value: string) => ((seen.type = value), response),
    vary: () => response,
    send: (body: string | Buffer) => ((seen.body = body.toString('latin1' as never)), response),
  } as unknown as Response;
  await answer(new Files(), response);
  return seen;
}

const nameOf = (url: string) => url.split('/').at(-1) ?? '';

describe('what every page loads', () => {
  it('is a style sheet that is kept forever, with the URLs of its fonts', async () => {
    const { cache, type, body } = await answerOf((files, response) =>
      files.styleSheet(nameOf(styleSheetUrl('pages')), request, response),
    );
    expect([cache, type]).toEqual([FOREVER, 'text/css; charset=utf-8']);
    expect(body).toContain(FIRST_FONT_URL);
  });

  it.each([
    { asked: 'written-0000000000000000.css', shown: 'written' },
    { asked: 'nothing.css', shown: 'pages' },
    { asked: 'constructor-1.css', shown: 'pages' },
  ] as const)('is this version of $shown, uncached, for $asked of another version', async ({ asked, shown }) => {
    const other = await answerOf((files, response) => files.styleSheet(asked, request, response));
    const own = await answerOf((files, response) => files.styleSheet(nameOf(styleSheetUrl(shown)), request, response));
    expect([other.cache, other.body]).toEqual(['no-store', own.body]);
  });

  it('is a font by its hash. Another name is unknown', async () => {
    const { cache, type, body } = await answerOf((files, response) => files.font(nameOf(FIRST_FONT_URL), response));
    expect([cache, type, body.slice(0, 4)]).toEqual([FOREVER, 'font/woff2', 'wOF2']);
    await expect(answerOf((files, response) => files.font('names-0.woff2', response))).rejects.toThrow(RequestFault);
  });

  it('is an icon', async () => {
    expect(await answerOf((files, response) => files.icon(response))).toMatchObject({ type: 'image/svg+xml' });
  });

  it('is an icon for browsers and phones that take no SVG, of the size that they ask for', async () => {
    const touch = await answerOf((files, response) => files.touchIcon(response));
    const [png, size] = [Buffer.from(touch.body, 'latin1'), [180, 180]];
    expect([touch.type, png.toString('latin1', 1, 4)]).toEqual(['image/png', 'PNG']);
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(size);
    const favicon = await answerOf((files, response) => files.favicon(response));
    const ico = Buffer.from(favicon.body, 'latin1');
    expect([favicon.type, ico.readUInt16LE(2), ico[6], ico[7]]).toEqual(['image/x-icon', 1, 32, 32]);
    expect(ico.readUInt32LE(14) + ico.readUInt32LE(18)).toBe(ico.length);
  });
});
