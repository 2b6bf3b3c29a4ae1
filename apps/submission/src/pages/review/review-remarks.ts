import type { ReviewView } from '../../reviews';

export interface Remark {
  kind: 'comment' | 'suggestion';
  /** Counted from 1 within its kind. */
  number: number;
  text: string;
}

export interface PlacedRemark extends Remark {
  /** Such as `comment-2`: in addresses, in forms and in the browser's notes. */
  name: string;
  headingId: string | null;
  log: number | null;
}

export const remarkName = ({ kind, number }: Pick<Remark, 'kind' | 'number'>) => `${kind}-${number}`;

export type Remarked = Pick<ReviewView, 'comments' | 'comment_places' | 'suggestions' | 'suggestion_places'>;

/** All remarks of a review: the comments, then the suggestions. */
export function remarksOf(review: Remarked): PlacedRemark[] {
  const kinds = [
    { kind: 'comment' as const, texts: review.comments, places: review.comment_places },
    { kind: 'suggestion' as const, texts: review.suggestions, places: review.suggestion_places },
  ];
  return kinds.flatMap(({ kind, texts, places }) =>
    texts.map((text, at) => ({
      kind,
      number: at + 1,
      text,
      name: remarkName({ kind, number: at + 1 }),
      headingId: places[at]?.heading_id ?? null,
      log: places[at]?.log ?? null,
    })),
  );
}
