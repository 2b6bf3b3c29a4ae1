import type { EntityManager } from 'typeorm';
import { escapeHtml } from '../markdown/escape-html';
import type { RemarkPlace, Review } from './review.entity';

type PlacedReview = Pick<Review, 'projectId' | 'commentPlaces' | 'suggestionPlaces'>;

/** Removes headings that the README no longer has, because links to them would lead nowhere. */
export async function keepShownHeadings(manager: EntityManager, reviews: readonly PlacedReview[]): Promise<void> {
  const cited = reviews.flatMap((review) =>
    placesOf(review).flatMap((place) => (place.headingId === null ? [] : [{ place, projectId: review.projectId, id: escapeHtml(place.headingId) }])),
  );
  if (cited.length === 0) return;
  const shown = await manager.query<{ projectId: string; id: string }[]>(
    `SELECT DISTINCT readme.project_id AS "projectId", cited.id
     FROM unnest($1::uuid[], $2::text[]) AS cited (project_id, id) JOIN readmes readme USING (project_id)
     WHERE strpos(readme.html, ' id="' || cited.id || '"') > 0`,
    [cited.map(({ projectId }) => projectId), cited.map(({ id }) => id)],
  );
  const keys = new Set(shown.map(({ projectId, id }) => `${projectId} ${id}`));
  for (const { place, projectId, id } of cited) if (!keys.has(`${projectId} ${id}`)) place.headingId = null;
}

const placesOf = ({ commentPlaces, suggestionPlaces }: PlacedReview): RemarkPlace[] => [...(commentPlaces ?? []), ...(suggestionPlaces ?? [])];
