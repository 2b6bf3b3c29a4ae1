import { Injectable } from '@nestjs/common';
import type { FormFields, HttpError } from '@shipyard/http';
import type { Request, Response } from 'express';
import type { Caller } from '../../accounts';
import { ProgramPhrasesService } from '../../programs';
import { DecisionsService, ProjectNotesService } from '../../staff';
import { PageRenderer } from '../page-renderer';
import { takeBackUntil } from './decision-standing';
import { type DecisionPageProps, DecisionPage } from './decision.views';
import { EvidenceQuery } from './evidence.query';
import { ReviewQueueQuery } from './queue.query';

/** What a form was refused for, and what it had in it. */
export interface Refused {
  errors: DecisionPageProps['errors'];
  refusal: HttpError | null;
  typed: FormFields;
  /** Whether a decision was to be taken back. */
  isTakeBack?: boolean;
}

const NOTHING: Refused = { errors: {}, refusal: null, typed: {} };

/** Draws the page on which a reviewer decides, with what was typed if a form was refused. */
@Injectable()
export class DecisionDrawing {
  constructor(
    private readonly pages: PageRenderer,
    private readonly evidence: EvidenceQuery,
    private readonly queue: ReviewQueueQuery,
    private readonly notes: ProjectNotesService,
    private readonly decisions: DecisionsService,
    private readonly phrases: ProgramPhrasesService,
  ) {}

  async draw(
    request: Request,
    response: Response,
    { caller, slug }: { caller: Caller; slug: string },
    refused: Refused = NOTHING,
  ): Promise<void> {
    const evidence = await this.evidence.of(caller, slug);
    const queue = await this.queue.find(request.originalUrl, caller);
    const isOwn = evidence.claim.ownerId === caller.accountId;
    const notes = isOwn ? null : (await this.notes.get(caller, slug)).notes;
    const phrases = await this.phrases.list(evidence.project.program_id);
    const now = new Date();
    const until = takeBackUntil(evidence.audit, {
      ...{ handle: caller.handle, now },
      seconds: this.decisions.takeBackSeconds,
    });
    const drawn = { caller, evidence, queue, isOwn, notes, phrases, takeBackUntil: until, now, ...refused };
    this.pages.send(request, response, (page) => DecisionPage({ page, ...drawn }), { hasScripts: true });
  }
}
