import { Inject, Injectable } from '@nestjs/common';
import { HtmlRenderer } from '@shipyard/pages';
import { callerOf, SessionsService, worksAsStaff } from '../accounts';
import { CONFIG, type HttpConfig, publicUrlOf } from '../config';
import type { ParticipantSession } from './page-context';
import { STUDIO_FILES } from './static-files';
import { CATALOGS, type Words } from './words/words';

/** Draws the pages of this service. */
@Injectable()
export class PageRenderer extends HtmlRenderer<Words, ParticipantSession> {
  constructor(@Inject(CONFIG) config: HttpConfig, sessions: SessionsService) {
    super({
      site: publicUrlOf(config).replace(/\/$/, ''),
      words: CATALOGS,
      sessionOf: (request) => {
        const caller = callerOf(request);
        if (!caller?.sessionId) return null;
        const { handle, sessionId } = caller;
        return { handle, csrfToken: sessions.csrfTokenFor(sessionId), isStaff: worksAsStaff(caller) };
      },
      localeOf: (request) => callerOf(request)?.locale ?? null,
      scripts: {
        main: () => ({ url: STUDIO_FILES.script('src/main.ts').url }),
        pictures: () => STUDIO_FILES.script('src/pictures.ts'),
        player: () => STUDIO_FILES.script('src/play.ts'),
        copyButtons: () => STUDIO_FILES.script('src/copy.ts'),
      },
    });
  }
}
