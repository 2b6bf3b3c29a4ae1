import { Injectable } from '@nestjs/common';
import { hashToken, mintToken } from '@shipyard/auth';
import { isWellFormedToken } from '@shipyard/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { ProjectReadsService } from '../project-reads';
import { ProjectWrites } from '../projects';
import { InterviewSessionsService } from './interview-sessions.service';
import { Interview } from './interview.entity';
import type { RedeemedInterviewView } from './interview.view';
import { interviewErrors } from './interviews.errors';

export const INTERVIEW_SESSION_MINUTES = 60;

@Injectable()
export class InterviewRedemptionService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly writes: ProjectWrites,
    private readonly reads: ProjectReadsService,
    private readonly sessions: InterviewSessionsService,
  ) {}

  /** Exchanges a credential for a session, once. The credential is the only authorization. */
  async redeem(credential: string): Promise<{ interview: RedeemedInterviewView }> {
    if (!isWellFormedToken('ivc_', credential)) throw interviewErrors.INTERVIEW_CREDENTIAL_INVALID();
    const credentialHash = hashToken(credential);
    const found = await this.dataSource.manager.findOneBy(Interview, { credentialHash });
    if (!found) throw interviewErrors.INTERVIEW_CREDENTIAL_INVALID();
    const { id, projectId } = found;
    const sessionToken = mintToken('ivs_');
    const { project, ...opened } = await this.writes.run(projectId, async (manager) => ({
      ...(await this.openInterviewSession(manager, found, hashToken(sessionToken))),
      project: await this.reads.summary(manager, projectId),
    }));
    return {
      interview: {
        id,
        project,
        creator: project.creator,
        session_token: sessionToken,
        expires_at: opened.sessionExpiresAt,
        question: await this.sessions.ask({ interviewId: id, projectId }, 1, opened.questionCount),
      },
    };
  }

  private async openInterviewSession(
    manager: EntityManager,
    { id, projectId }: Interview,
    sessionHash: Buffer,
  ): Promise<{ questionCount: number; sessionExpiresAt: Date }> {
    // One of many parallel calls finds it unredeemed. The lock keeps staff from deciding in between.
    const rows = await manager.query<{ questionCount: number; sessionExpiresAt: Date }[]>(
      `WITH project AS (
         SELECT project.id FROM projects project JOIN accounts owner ON owner.id = project.owner_id
         WHERE project.id = $2 AND project.state = 'interviewing' AND owner.suspended_at IS NULL FOR UPDATE OF project
       ), redeemed AS (
         UPDATE interviews SET redeemed_at = now(), session_hash = $3, session_expires_at = now() + make_interval(mins => $4)
         FROM project
         WHERE interviews.id = $1 AND interviews.project_id = project.id AND redeemed_at IS NULL AND superseded_at IS NULL AND credential_expires_at > now()
         RETURNING question_count, session_expires_at
       ) SELECT question_count AS "questionCount", session_expires_at AS "sessionExpiresAt" FROM redeemed`,
      [id, projectId, sessionHash, INTERVIEW_SESSION_MINUTES],
    );
    const [redeemed] = rows;
    if (!redeemed) throw interviewErrors.INTERVIEW_CREDENTIAL_INVALID();
    return redeemed;
  }
}
