import { Inject, Injectable } from '@nestjs/common';
import { hashToken, mintToken } from '@shipyard/auth';
import type { ResponseRecorder } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import { type EntityManager, IsNull } from 'typeorm';
import type { Caller } from '../accounts';
import { CONFIG, type HttpConfig } from '../config';
import { ProgramsService } from '../programs';
import { ProjectsService, ProjectWrites } from '../projects';
import { InterviewJobs } from './interview-jobs';
import { Interview } from './interview.entity';
import type { StartedInterviewView } from './interview.view';
import { interviewErrors } from './interviews.errors';
import { requestQuestion } from './question-rows';

@Injectable()
export class InterviewStartService {
  constructor(
    private readonly writes: ProjectWrites,
    private readonly projects: ProjectsService,
    private readonly programs: ProgramsService,
    private readonly jobs: InterviewJobs,
    @Inject(CONFIG) private readonly config: HttpConfig,
  ) {}

  /** Creates the credential, and has the first question drawn while the participant goes to the interview. */
  async start(caller: Caller, recorder: ResponseRecorder, slug: string): Promise<{ interview: StartedInterviewView }> {
    const { id: projectId, ownerId, programId } = await this.projects.findOwn(slug, caller);
    const credential = mintToken('ivc_');
    const started = await this.writes.run(projectId, async (manager) => {
      const state = await this.projects.lockOwn(manager, projectId);
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
}
