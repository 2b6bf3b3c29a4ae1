import { dataOf } from '@shipyard/client';
import { freshKey } from '../idempotency-key';
import { nextSteps } from '../project-facts';
import { closedObject, fieldsOf, listOf, orNull, ref } from '../schemas';
import { ADDS, READS, type Tool } from '../tool';
import { readStatus, SLUG } from './projects';

export const requestReview: Tool = {
  name: 'request_review',
  title: 'Request a review',
  description:
    'Asks for the review of a project. It judges README and logs as they are now, and it cannot be called back. Ask the person before.',
  annotations: ADDS,
  scope: 'reviews:request',
  inputSchema: closedObject({ slug: SLUG }),
  outputSchema: closedObject(fieldsOf('ReviewRequestView', ['review', 'state'])),
  run: async ({ client }, args) => {
    const slug = args.text('slug');
    const requested = await dataOf(
      client.POST('/api/v1/projects/{slug}/review/request', { params: { path: { slug } }, headers: freshKey() }),
    );
    return { data: { ...requested }, told: 'The review is requested. Call get_review in a minute.' };
  },
};

const PROGRESS = {
  queued: 'The review waits for its turn.',
  running: 'The review runs.',
  succeeded: 'The review has finished.',
  failed: 'The review failed.',
};

export const getReview: Tool = {
  name: 'get_review',
  title: 'Read the review',
  description:
    'Returns the latest review of a project of the person, with its comments and suggestions once it has finished.',
  annotations: READS,
  scope: 'projects:read',
  inputSchema: closedObject({ slug: SLUG }),
  outputSchema: closedObject({
    review: orNull(ref('ReviewView')),
    ...fieldsOf('ProjectStatusView', ['state']),
    next_steps: listOf({ type: 'string' }),
  }),
  run: async ({ client, site }, args) => {
    const status = await readStatus(client, args.text('slug'));
    const steps = nextSteps(status, site);
    const { review } = status;
    const progress = review === null ? 'There is no review yet.' : PROGRESS[review.status];
    return {
      data: { review, state: status.state, next_steps: steps },
      told: [progress, ...steps].join(' '),
    };
  },
};
