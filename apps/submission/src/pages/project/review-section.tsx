import { longDate, utcDayOf } from '@shipyard/pages';
import type { ProjectView } from '../../project-reads';
import type { PageContext } from '../page-context';

interface ReviewProps {
  page: PageContext;
  review: NonNullable<ProjectView['review']>;
  /** How many logs were reviewed. Null if that was not counted. */
  logs: number | null;
}

export function ReviewSection({ page: { words, language }, review, logs }: ReviewProps) {
  const { review: texts } = words.project;
  const date = longDate(language, utcDayOf(review.judged_at));
  return (
    <section className="ui-section" id="review" aria-labelledby="review-title">
      <h2 className="ui-section-title" id="review-title">
        {texts.title}
      </h2>
      <Paragraphs text={review.summary} />
      {review.highlights.length > 0 && (
        <ul className="ui-highlights ui-second">
          {review.highlights.map((highlight) => (
            <li key={highlight} dir="auto">
              {highlight}
            </li>
          ))}
        </ul>
      )}
      <p className="ui-small">{logs === null ? texts.withoutCount(date) : texts.by(date, words.project.logs(logs))}</p>
      {review.public_review !== '' && (
        <details className="ui-review-rest">
          <summary>{texts.all}</summary>
          <Paragraphs text={review.public_review} />
        </details>
      )}
    </section>
  );
}

/** Plain text: a blank line ends a paragraph. */
const Paragraphs = ({ text }: { text: string }) => (
  <>
    {text.split(/\n\s*\n/).map((paragraph, at) => (
      <p key={at} className="ui-review-text ui-second" dir="auto">
        {paragraph}
      </p>
    ))}
  </>
);
