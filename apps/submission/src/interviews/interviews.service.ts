import { Inject, Injectable } from '@nestjs/common';
import { hashToken, isWellFormedToken, mintToken } from '@shipyard/auth';
import type { ResponseRecorder } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import type { Caller } from '../accounts';
import { CONFIG, type HttpConfig } from '../config';
import { ProgramsService } from '../programs';
import { ProjectReadsService } from '../project-reads';
import { ProjectsService, ProjectWrites } from '../projects';
import { InterviewJobs } from './interview-jobs';
import { InterviewSessionsService } from './interview-sessions.service';
import { Interview } from './interview.entity';
import type { RedeemedInterviewView, StartedInterviewView } from './interview.view';
import { interviewErrors } from './interviews.errors';
import { requestQuestion } from './question-rows';

const INTERVIEW_SESSION_MINUTES = 60;

@Injectable()
export class InterviewsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly writes: ProjectWrites,
    private readonly projects: ProjectsService,
    private readonly reads: ProjectReadsService,
    private readonly programs: ProgramsService,
    private readonly sessions: InterviewSessionsService,
    private readonly jobs: InterviewJobs,
    @Inject(CONFIG) private readonly config: HttpConfig,
  ) {}

  /** Creates the credential, and has the first question drawn while the participant goes to the interview. */
  async start(caller: Caller, recorder: ResponseRecorder, slug: string): Promise<{ interview: StartedInterviewView }> {
    const { id: projectId, ownerId, programId } = await this.projects.findOwn(slug, caller);
    const credential = mintToken('ivc_');
    const started = await this.writes.run(projectId, async (manager) => {
      const state = await this.projects.lock(manager, projectId);
      const questionCount = await this.programs.interviewQuestions(manager, programId);
      const allowed = this.projects.allowedFor({ ownerId, state }, caller);
      if (questionCount === 0 || !allowed.includes('start_interview'))
        throw interviewErrors.INTERVIEW_NOT_AVAILABLE({ details: { state, allowed } });
      await this.projects.move(manager, { projectId, action: 'start_interview', caller });
      await manager.update(Interview, { projectId, supersededAt: IsNull() }, { supersededAt: () => 'now()' });
      const interview = await this.open(manager, projectId, questionCount, hashToken(credential));
      await requestQuestion(manager, { interviewId: interview.id, index: 1 });
      return recorder.record(manager, { interview: { ...interview, credential } }, projectId);
    });
    await this.jobs.enqueue({ interviewId: started.interview.id, question: 1 });
    return started;
  }

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

  private async open(
    manager: EntityManager,
    projectId: string,
    questionCount: number,
    credentialHash: Buffer,
  ): Promise<Omit<StartedInterviewView, 'credential'>> {
    const [interview] = await manager.query<Omit<StartedInterviewView, 'credential'>[]>(
      `INSERT INTO interviews (id, project_id, question_count, credential_hash, credential_expires_at)
       VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5)) RETURNING id, credential_expires_at AS expires_at`,
      [uuidv7(), projectId, questionCount, credentialHash, this.config.INTERVIEW_TTL_SECONDS],
    );
    if (!interview) throw new Error('An interview was written and is not there');
    return interview;
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
