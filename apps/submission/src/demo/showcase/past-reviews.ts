import type { ProjectReviewOutput } from '@shipyard/contracts';
import { visibleText } from '@shipyard/markdown';
import { splitFrontMatter } from '@shipyard/markdown/front-matter';
import { uuidv7 } from '@shipyard/platform/ids';
import type { EntityManager } from 'typeorm';
import {
  hashContent,
  hashReadme,
  PROMPT_VERSION,
  readContent,
  readReviewAnswer,
  Review,
  REVIEW_FAILURES,
  type ReviewSnapshot,
  toSnapshot,
} from '../../reviews';
import type { PastReview } from './showcase-history';

/** The model of a demo. */
const MODEL = 'sandbox-chat';

/** The logs that the review read must be there already, and the later ones not yet. */
export async function writePastReview(
  manager: EntityManager,
  projectId: string,
  { requestedAt, finishedAt, stateBefore, outcome }: PastReview,
  requestedBy: string,
): Promise<void> {
  const content = await readContent(manager, projectId);
  const snapshot = toSnapshot(content);
  await manager.insert(Review, {
    id: uuidv7(),
    projectId,
    requestedBy,
    requestedAt,
    finishedAt,
    stateBefore,
    snapshotProject: snapshot.project,
    snapshotReadme: snapshot.readme,
    snapshotReadmeHash: hashReadme(snapshot.readme),
    snapshotLogOrder: snapshot.logOrder,
    snapshotLogSequence: snapshot.logSequence,
    snapshotLogCount: snapshot.logCount,
    snapshotRubric: snapshot.rubric,
    snapshotImages: snapshot.images,
    inputHash: hashContent(content),
    ...('failure' in outcome
      ? {
          status: 'failed' as const,
          stage: 'reading' as const,
          progress: 15,
          failure: REVIEW_FAILURES[outcome.failure],
          failureCode: outcome.failure,
        }
      : resultOf(outcome.answer, snapshot, await readEarlier(manager, projectId))),
  });
}

function resultOf(
  written: ProjectReviewOutput,
  { readme, logCount, rubric }: Pick<ReviewSnapshot, 'readme' | 'logCount' | 'rubric'>,
  earlier: readonly string[],
) {
  const answer = readReviewAnswer(JSON.stringify(written), {
    sections: visibleText(splitFrontMatter(readme).body).sections,
    sequences: new Set(Array.from({ length: logCount }, (_, index) => index + 1)),
    rubric,
    earlier: earlier.length,
  });
  if (!answer) throw new Error('The review of a showcase project is not what a model may answer');
  const { comments, suggestions, summary, highlights, publicReview, scores, recommended, reasons } = answer;
  return {
    status: 'succeeded' as const,
    stage: 'publishing' as const,
    progress: 100,
    model: MODEL,
    promptVersion: PROMPT_VERSION,
    ...{ summary, highlights, publicReview, scores, recommended, reasons },
    comments: comments.map(({ text }) => text),
    commentPlaces: comments.map(({ place }) => place),
    suggestions: suggestions.map(({ text }) => text),
    suggestionPlaces: suggestions.map(({ place }) => place),
    earlierRemarks: earlier.map((remark, at) => ({
      remark,
      ...(answer.earlier[at] ?? { verdict: null, reason: null }),
    })),
  };
}

/** The remarks of the review before. */
async function readEarlier(manager: EntityManager, projectId: string): Promise<string[]> {
  const [last] = await manager.find(Review, {
    select: { id: true, comments: true, suggestions: true },
    where: { projectId, status: 'succeeded' },
    order: { requestedAt: 'DESC' },
    take: 1,
  });
  return [...(last?.comments ?? []), ...(last?.suggestions ?? [])];
}
