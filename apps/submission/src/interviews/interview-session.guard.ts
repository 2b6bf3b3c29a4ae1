import type { IncomingMessage } from 'node:http';
import { applyDecorators, Injectable, UseGuards } from '@nestjs/common';
import { OwnTokenKind, readParticipantToken, type SentToken } from '@shipyard/auth';
import { envelopeErrors } from '@shipyard/http';
import type { Request } from 'express';
import { DataSource } from 'typeorm';
import { actForAccount, OwnTokenGuard } from '../accounts';
import { RateLimits } from '../limits/rate-limits';

export interface InterviewSession {
  interviewId: string;
  projectId: string;
  ownerId: string;
  handle: string;
}

declare module 'http' {
  interface IncomingMessage {
    /** The session whose token the request carries. */
    interviewSession?: InterviewSession;
  }
}

/**
 * Requires the session token of the interview that the path names. The token is valid while the interview is the last
 * one of its project, its hour is not over, and staff have not decided.
 */
@Injectable()
export class InterviewSessionGuard extends OwnTokenGuard<InterviewSession> {
  protected readonly prefix = 'ivs_';

  constructor(
    private readonly dataSource: DataSource,
    limits: RateLimits,
  ) {
    super(limits);
  }

  protected own() {
    return { scheme: 'interview', errors: [envelopeErrors.NOT_FOUND] };
  }

  protected read(request: IncomingMessage): SentToken {
    return readParticipantToken(request.headers);
  }

  protected async find(tokenHash: Buffer): Promise<InterviewSession | null> {
    const [session] = await this.dataSource.query<InterviewSession[]>(
      `SELECT interview.id AS "interviewId", project.id AS "projectId", owner.id AS "ownerId", owner.handle
       FROM interviews interview JOIN projects project ON project.id = interview.project_id JOIN accounts owner ON owner.id = project.owner_id
       WHERE interview.session_hash = $1 AND interview.superseded_at IS NULL AND interview.session_expires_at > now()
         AND project.state = 'interviewing' AND owner.suspended_at IS NULL`,
      [tokenHash],
    );
    return session ?? null;
  }

  protected admit(request: IncomingMessage, session: InterviewSession): void {
    request.interviewSession = session;
    actForAccount(request, { accountId: session.ownerId, handle: session.handle, credentialId: session.interviewId });
  }
}

/** A route whose token is the session token of the interview in its path. */
export const InterviewSessionOnly = () => applyDecorators(OwnTokenKind(), UseGuards(InterviewSessionGuard));

/** Returns the session, if it is of the interview in the path. To the holder of another one, that does not exist. */
export function sessionOf(request: Request): InterviewSession {
  const session = request.interviewSession;
  if (!session) throw envelopeErrors.INTERNAL({ cause: new Error('A route without a session asked for it') });
  if (request.params.interviewId !== session.interviewId) throw envelopeErrors.NOT_FOUND();
  return session;
}
