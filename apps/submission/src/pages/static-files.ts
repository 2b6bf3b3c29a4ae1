import { createHash } from 'node:crypto';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import { OutsideApi, RequestFault } from '@shipyard/http';
import { FONT_FILES, fontFaceRules, type FontName } from '@shipyard/ui/fonts';
import { MARK_SVG } from '@shipyard/ui/mark';
import { STYLE_SHEETS, type StyleSheetName } from '@shipyard/ui/style-sheet';
import type { Request, Response } from 'express';
import { AnonymousRate } from '../limits/rate-limits';
import { studioFile } from './studio-files';

const hashOf = (content: string | Uint8Array) => createHash('sha256').update(content).digest('base64url').slice(0, 16);

const fontFileName = (name: FontName) => `${name}-${hashOf(FONT_FILES[name])}.woff2`;
const fontUrl = (name: FontName) => `/fonts/${fontFileName(name)}`;
const FONTS = new Map(Object.entries(FONT_FILES).map(([name, bytes]) => [fontFileName(name as FontName), bytes]));

const SHEETS: Record<StyleSheetName, string> = {
  ...STYLE_SHEETS,
  pages: `${fontFaceRules(fontUrl)}${STYLE_SHEETS.pages}`,
};
const sheetFileName = (name: StyleSheetName) => `${name}-${hashOf(SHEETS[name])}.css`;
const SHEET_FILE_NAMES: Record<StyleSheetName, string> = {
  pages: sheetFileName('pages'),
  written: sheetFileName('written'),
  project: sheetFileName('project'),
  studio: sheetFileName('studio'),
  guide: sheetFileName('guide'),
};
const isSheet = (name: string): name is StyleSheetName => Object.hasOwn(SHEETS, name);

export const styleSheetUrl = (name: StyleSheetName) => `/styles/${SHEET_FILE_NAMES[name]}`;
/** The font of titles, which every page shows first. */
export const FIRST_FONT_URL = fontUrl('names');
export const ICON_URL = '/icon.svg';

const FOREVER = 'public, max-age=31536000, immutable';

/** Has no rate, so that the page that answers too many requests has its style. */
@OutsideApi()
@TokenOptional()
@AnonymousRate(null)
@Controller()
export class StaticFilesController {
  /** While a new version is rolled out, a page of one process can ask another for its sheet: it gets that one's, uncached. */
  @Get('styles/:name')
  styleSheet(@Param('name') name: string, @Res() response: Response): void {
    const [sheet = ''] = name.split('-', 1);
    const shown = isSheet(sheet) ? sheet : 'pages';
    const isCurrent = name === SHEET_FILE_NAMES[shown];
    response.set('cache-control', isCurrent ? FOREVER : 'no-store');
    response.type('text/css; charset=utf-8').send(SHEETS[shown]);
  }

  @Get('fonts/:name')
  font(@Param('name') name: string, @Res() response: Response): void {
    const bytes = FONTS.get(name);
    if (bytes === undefined) throw new RequestFault({ kind: 'route_unknown' });
    response.set('cache-control', FOREVER).type('font/woff2').send(Buffer.from(bytes));
  }

  /** A name has a hash of its content, so another version's file is absent here. */
  @Get('studio-files/:name')
  studioFile(@Param('name') name: string, @Req() request: Request, @Res() response: Response): void {
    const file = studioFile(name);
    if (!file) throw new RequestFault({ kind: 'route_unknown' });
    const isGzipped = request.acceptsEncodings('gzip') === 'gzip';
    if (isGzipped) response.set('content-encoding', 'gzip');
    response
      .set({ 'cache-control': FOREVER, vary: 'Accept-Encoding' })
      .type('text/javascript; charset=utf-8')
      .send(isGzipped ? file.gzipped : file.plain);
  }

  @Get('icon.svg')
  icon(@Res() response: Response): void {
    response.set('cache-control', 'public, max-age=86400').type('image/svg+xml').send(MARK_SVG);
  }
}
