import { escapeHtml } from '@shipyard/markdown';
import type { EntityManager } from 'typeorm';
import { findShownIds } from '../readme';
import type { RemarkPlace, Review } from './review.entity';

type PlacedReview = Pick<Review, 'projectId' | 'commentPlaces' | 'suggestionPlaces'>;

export async function clearMissingHeadings(manager: EntityManager, reviews: readonly PlacedReview[]): Promise<void> {
  const cited = reviews.flatMap((review) =>
    placesOf(review).flatMap((place) =>
      place.headingId === null ? [] : [{ place, projectId: review.projectId, id: escapeHtml(place.headingId) }],
    ),
  );
  if (cited.length === 0) return;
  const shown = await findShownIds(manager, cited);
  const keys = new Set(shown.map(({ projectId, id }) => `${projectId} ${id}`));
  for (const { place, projectId, id } of cited) if (!keys.has(`${projectId} ${id}`)) place.headingId = null;
}

const placesOf = ({ commentPlaces, suggestionPlaces }: PlacedReview): RemarkPlace[] => [
  ...(commentPlaces ?? []),
  ...(suggestionPlaces ?? []),
];
