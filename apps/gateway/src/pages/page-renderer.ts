import { Inject, Injectable } from '@nestjs/common';
import { HtmlRenderer, type PageSession } from '@shipyard/pages';
import { CONFIG, type HttpConfig } from '../config';
import { ConsoleSessionsService, type Operator } from '../operators';
import { pageScripts } from './script-files';
import { CATALOGS, type Words } from './words/words';

/** An operator who is signed in to the console. */
export interface OperatorSession extends PageSession {
  email: string;
  role: Operator['role'];
}

/** Draws the pages of this service. */
@Injectable()
export class PageRenderer extends HtmlRenderer<Words, OperatorSession> {
  constructor(@Inject(CONFIG) config: HttpConfig, sessions: ConsoleSessionsService) {
    super({
      site: config.publicUrl.replace(/\/$/, ''),
      words: CATALOGS,
      sessionOf: ({ operator }) =>
        operator?.sessionId
          ? { email: operator.name, role: operator.role, csrfToken: sessions.csrfTokenFor(operator.sessionId) }
          : null,
      localeOf: () => null,
      scripts: pageScripts('src/operators.ts'),
    });
  }
}
