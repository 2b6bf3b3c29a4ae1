import { type FormFields } from '@shipyard/http';
import { type HtmlRenderer, type PageSession, type SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import type { Words } from './words/words';

/** A request for a page, and its response. */
export class PageVisit {
  constructor(
    readonly request: Request,
    readonly response: Response,
  ) {}

  status(code: number): this {
    this.response.status(code);
    return this;
  }

  /** Leads on from a form, so that reloading does not send it again. `done`: the news that the page tells. */
  leadTo(url: string, done?: string): void {
    this.response.redirect(303, done === undefined ? url : `${url}?done=${done}`);
  }
}

/** Draws pages and reads forms of people who are signed in. */
export class VisitPages<Session extends PageSession> {
  constructor(
    private readonly renderer: HtmlRenderer<Words, Session>,
    private readonly forms: SessionForms,
  ) {}

  send(visit: PageVisit, ...drawn: Drawn<Session>): void {
    this.renderer.send(visit.request, visit.response, ...drawn);
  }

  /** The fields of the form. Throws if it was not made for this session. */
  read({ request, response }: PageVisit, limitBytes?: number): Promise<FormFields> {
    return this.forms.read(request, response, limitBytes);
  }
}

type Sent<Session extends PageSession> = Parameters<HtmlRenderer<Words, Session>['send']>;
type Drawn<Session extends PageSession> = [view: Sent<Session>[2], kind?: Sent<Session>[3]];
