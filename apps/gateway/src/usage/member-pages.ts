import { Inject, Injectable } from '@nestjs/common';
import { HtmlRenderer, type PageContext, type PageSession } from '@shipyard/pages';
import { CONFIG, type HttpConfig } from '../config';
import { type Member, MemberSessionsService } from '../members';
import { CATALOGS, pageScripts, type Words } from '../pages';

/** A member who is signed in. */
export interface MemberSession extends PageSession {
  email: string;
  role: Member['role'];
}

export type MemberPage = PageContext<Words, MemberSession>;

/** Draws the pages of members. */
@Injectable()
export class MemberPages extends HtmlRenderer<Words, MemberSession> {
  constructor(@Inject(CONFIG) config: HttpConfig, sessions: MemberSessionsService) {
    super({
      site: config.publicUrl.replace(/\/$/, ''),
      words: CATALOGS,
      sessionOf: ({ member }) =>
        member ? { email: member.name, role: member.role, csrfToken: sessions.csrfTokenFor(member.sessionId) } : null,
      localeOf: () => null,
      scripts: pageScripts('src/usage-key.ts'),
    });
  }
}
