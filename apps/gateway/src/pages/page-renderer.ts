import { Inject, Injectable } from '@nestjs/common';
import { HtmlRenderer } from '@shipyard/pages';
import { CONFIG, type GatewayConfig } from '../config';
import { CATALOGS, type Words } from './words/words';

/** Draws the pages of this service. */
@Injectable()
export class PageRenderer extends HtmlRenderer<Words, never> {
  constructor(@Inject(CONFIG) config: GatewayConfig) {
    super({
      site: config.publicUrl.replace(/\/$/, ''),
      words: CATALOGS,
      sessionOf: () => null,
      localeOf: () => null,
    });
  }
}
