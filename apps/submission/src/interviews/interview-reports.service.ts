import { Injectable } from '@nestjs/common';
import type { InterviewRemark } from '@shipyard/contracts';
import { envelopeErrors } from '@shipyard/http';
import { DataSource, type EntityManager } from 'typeorm';
import type { Caller } from '../accounts';
import type { Sign } from '../model/instruction-signs';
import { ProjectsService } from '../projects';
import type { StaffInterviewView } from './interview.view';

interface ShownInterview {
  id: string;
  finishedAt: Date | null;
  explainedWell: InterviewRemark[] | null;
  notExplained: InterviewRemark[] | null;
  writtenAt: Date | null;
}

/**
 * The interview that staff see: the last one that has ended, or else the one that goes on. A new interview hides an
 * earlier one only when it has ended too.
 */
const SELECT_SHOWN = `
  SELECT interview.id, interview.finished_at AS "finishedAt", report.explained_well AS "explainedWell",
    report.not_explained AS "notExplained", report.written_at AS "writtenAt"
  FROM interviews interview LEFT JOIN interview_reports report ON report.interview_id = interview.id
  WHERE interview.project_id = $1 AND interview.redeemed_at IS NOT NULL
  ORDER BY interview.finished_at DESC NULLS LAST, interview.redeemed_at DESC LIMIT 1`;

@Injectable()
export class InterviewReportsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly projects: ProjectsService,
  ) {}

  async get(caller: Caller, slug: string): Promise<{ interview: StaffInterviewView }> {
    const { id: projectId } = await this.projects.findForOwnerOrStaff(slug, caller);
    return this.dataSource.transaction('REPEATABLE READ', async (manager) => {
      const [interview] = await manager.query<ShownInterview[]>(SELECT_SHOWN, [projectId]);
      if (!interview) {
        throw envelopeErrors.NOT_FOUND({
          message: 'Nobody has been interviewed about this project yet. Try again when its owner has.',
        });
      }
      const transcript = await manager.query<{ question: string; answer: string }[]>(
        `SELECT text AS question, answer FROM interview_questions WHERE interview_id = $1 AND text IS NOT NULL AND answer IS NOT NULL ORDER BY index`,
        [interview.id],
      );
      const { explainedWell, notExplained, writtenAt } = interview;
      return {
        interview: {
          id: interview.id,
          finished_at: interview.finishedAt,
          transcript,
          report:
            explainedWell && notExplained && writtenAt
              ? { explained_well: explainedWell, not_explained: notExplained, written_at: writtenAt }
              : null,
        },
      };
    });
  }

  /** Returns the places where answers address the model. */
  async flags(manager: EntityManager, projectId: string): Promise<(Sign & { where: string })[]> {
    const [interview] = await manager.query<ShownInterview[]>(SELECT_SHOWN, [projectId]);
    if (!interview) return [];
    const flagged = await manager.query<{ index: number; flags: Sign[] }[]>(
      `SELECT index, flags FROM interview_questions WHERE interview_id = $1 AND flags <> '[]' ORDER BY index`,
      [interview.id],
    );
    return flagged.flatMap(({ index, flags }) => flags.map((sign) => ({ ...sign, where: `answer ${index}` })));
  }
}
