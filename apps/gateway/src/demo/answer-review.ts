import { LOG_DIGESTS, PROJECT_REVIEW, readFencedData } from '@shipyard/contracts';
import { SupplierError } from '../suppliers';
import { digestLogs } from './digest-logs';
import { readReviewInput, reviewProject, steeringOf } from './review-project';

/** Lets a fresh checkout review projects offline. Undefined for other questions. */
export function answerReview(schemaName: unknown, question: string): object | undefined {
  const blocks = schemaName === PROJECT_REVIEW || schemaName === LOG_DIGESTS ? readFencedData(question) : undefined;
  if (!blocks) return undefined;
  if (schemaName === LOG_DIGESTS) return digestLogs(blocks);
  const input = readReviewInput(blocks);
  if (!input) return undefined;
  if (steeringOf(input.readme) === 'fail')
    throw new SupplierError('failed', 'The README asks the sandbox to answer 500');
  return reviewProject(input);
}
