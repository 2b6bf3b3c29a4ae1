import { uuidv7 } from '@shipyard/platform/ids';
import type { EntityManager } from 'typeorm';
import { visibleText } from '../../markdown/visible-text';
import { splitFrontMatter } from '../../readme';
import {
  hashContent,
  hashReadme,
  PROMPT_VERSION,
  readContent,
  readReviewAnswer,
  Review,
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
  const request = {
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
  };
  if ('failure' in outcome) {
    await manager.insert(Review, {
      ...request,
      status: 'failed',
      stage: 'reading',
      progress: 15,
      failure: outcome.failure,
    });
    return;
  }
  const ground = {
    sections: visibleText(splitFrontMatter(snapshot.readme).body).sections,
    sequences: new Set(Array.from({ length: snapshot.logCount }, (_, index) => index + 1)),
    rubric: snapshot.rubric,
  };
  const answer = readReviewAnswer(JSON.stringify(outcome.answer), ground);
  if (!answer) throw new Error('The review of a showcase project is not what a model may answer');
  const { comments, suggestions, summary, highlights, publicReview, scores, recommended, reasons } = answer;
  await manager.insert(Review, {
    ...request,
    ...{ status: 'succeeded', stage: 'publishing', progress: 100, model: MODEL, promptVersion: PROMPT_VERSION },
    ...{ summary, highlights, publicReview, scores, recommended, reasons },
    comments: comments.map(({ text }) => text),
    commentPlaces: comments.map(({ place }) => place),
    suggestions: suggestions.map(({ text }) => text),
    suggestionPlaces: suggestions.map(({ place }) => place),
  });
}
