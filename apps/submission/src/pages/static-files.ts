import { createHash } from 'node:crypto';
import { Controller, Get, Param, Res } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import { OutsideApi } from '@shipyard/http';
import { MARK_SVG } from '@shipyard/ui/mark';
import { STUDIO_STYLE_SHEET, STYLE_SHEET } from '@shipyard/ui/style-sheet';
import type { Response } from 'express';
import { AnonymousRate } from '../limits/rate-limits';

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16);

const nameOf = (sheet: string) => `${hashOf(sheet)}.css`;
const STUDIO_PREFIX = 'studio-';
const STYLE_SHEET_NAME = nameOf(STYLE_SHEET);
const STUDIO_STYLE_SHEET_NAME = `${STUDIO_PREFIX}${nameOf(STUDIO_STYLE_SHEET)}`;

export const STYLE_SHEET_URL = `/styles/${STYLE_SHEET_NAME}`;
export const STUDIO_STYLE_SHEET_URL = `/styles/${STUDIO_STYLE_SHEET_NAME}`;
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
    const isCurrent = name === STYLE_SHEET_NAME || name === STUDIO_STYLE_SHEET_NAME;
    response.set('cache-control', isCurrent ? FOREVER : 'no-store');
    response.type('text/css; charset=utf-8').send(name.startsWith(STUDIO_PREFIX) ? STUDIO_STYLE_SHEET : STYLE_SHEET);
  }

  @Get('icon.svg')
  icon(@Res() response: Response): void {
    response.set('cache-control', 'public, max-age=86400').type('image/svg+xml').send(MARK_SVG);
  }
}
