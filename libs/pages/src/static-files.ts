import { createHash } from 'node:crypto';
import { Get, Param, Req, Res } from '@nestjs/common';
import { RequestFault } from '@shipyard/http';
import { FONT_FILES, fontFaceRules, type FontName } from '@shipyard/ui/fonts';
import { MARK_SVG } from '@shipyard/ui/mark';
import { STYLE_SHEETS, type StyleSheetName } from '@shipyard/ui/style-sheet';
import type { Request, Response } from 'express';
import { FAVICON, TOUCH_ICON } from './icon-files';
import { PackedText } from './packed-text';

const hashOf = (content: string | Uint8Array) => createHash('sha256').update(content).digest('base64url').slice(0, 16);

const fontFileName = (name: FontName) => `${name}-${hashOf(FONT_FILES[name])}.woff2`;
const fontUrl = (name: FontName) => `/fonts/${fontFileName(name)}`;
const FONTS = new Map(Object.entries(FONT_FILES).map(([name, bytes]) => [fontFileName(name as FontName), bytes]));

const SHEETS: Record<StyleSheetName, string> = {
  ...STYLE_SHEETS,
  pages: `${fontFaceRules(fontUrl)}${STYLE_SHEETS.pages}`,
};
/** What `of` makes of each style sheet. */
function eachSheet<Made>(of: (name: StyleSheetName) => Made): Record<StyleSheetName, Made> {
  return {
    pages: of('pages'),
    written: of('written'),
    project: of('project'),
    studio: of('studio'),
    console: of('console'),
    guide: of('guide'),
    gateway: of('gateway'),
    operators: of('operators'),
    reference: of('reference'),
  };
}

const SHEET_FILE_NAMES = eachSheet((name) => `${name}-${hashOf(SHEETS[name])}.css`);
const PACKED_SHEETS = eachSheet((name) => new PackedText(SHEETS[name]));
const isSheet = (name: string): name is StyleSheetName => Object.hasOwn(SHEETS, name);

export const styleSheetUrl = (name: StyleSheetName) => `/styles/${SHEET_FILE_NAMES[name]}`;
/** The font of titles, which every page shows first. */
export const FIRST_FONT_URL = fontUrl('names');
export const ICON_URL = '/icon.svg';
export const TOUCH_ICON_URL = '/apple-touch-icon.png';

const A_DAY = 'public, max-age=86400';
export const FOREVER = 'public, max-age=31536000, immutable';

/** What every page loads. A service extends it with a controller of its own rules. */
export abstract class StaticFiles {
  /** While a new version is rolled out, a page of one process can ask another for its sheet: it gets that one's, uncached. */
  @Get('styles/:name')
  async styleSheet(@Param('name') name: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const [sheet = ''] = name.split('-', 1);
    const shown = isSheet(sheet) ? sheet : 'pages';
    const isCurrent = name === SHEET_FILE_NAMES[shown];
    response.set('cache-control', isCurrent ? FOREVER : 'no-store');
    await PACKED_SHEETS[shown].send(request, response.type('text/css; charset=utf-8'));
  }

  @Get('fonts/:name')
  font(@Param('name') name: string, @Res() response: Response): void {
    const bytes = FONTS.get(name);
    if (bytes === undefined) throw new RequestFault({ kind: 'route_unknown' });
    response.set('cache-control', FOREVER).type('font/woff2').send(Buffer.from(bytes));
  }

  @Get('icon.svg')
  icon(@Res() response: Response): void {
    response.set('cache-control', A_DAY).type('image/svg+xml').send(MARK_SVG);
  }

  /** Browsers ask for it without a link. */
  @Get('favicon.ico')
  favicon(@Res() response: Response): void {
    response.set('cache-control', A_DAY).type('image/x-icon').send(FAVICON);
  }

  @Get('apple-touch-icon.png')
  touchIcon(@Res() response: Response): void {
    response.set('cache-control', A_DAY).type('image/png').send(TOUCH_ICON);
  }
}
