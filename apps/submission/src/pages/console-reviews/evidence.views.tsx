import { LocalTime } from '@shipyard/pages';
import { Callout, PersonText, ResponsiveImage, StateBadge, WrittenHtml } from '@shipyard/ui';
import type { PageContext } from '../page-context';
import { TimeLine } from '../project/time-line';
import { remarkName, type Remark } from '../review/review-remarks';
import { placeRemarks } from '../review/review.query';
import { consoleUrl } from '../console/console-parts';
import type { Evidence } from './evidence.query';
import { InterviewPart } from './interview.views';
import { diffReadmes } from '../text-diff/readme-diff';
import { TextDiff } from '../text-diff/text-diff';

interface EvidenceProps {
  page: PageContext;
  evidence: Evidence;
}

export function EvidenceColumn({ page, evidence }: EvidenceProps) {
  const words = page.words.consoleReviews.evidence;
  const { project } = evidence;
  return (
    <>
      {evidence.changes && <Changes page={page} evidence={evidence} />}
      <Verdict page={page} evidence={evidence} />
      <Flags page={page} evidence={evidence} />
      <Readme page={page} evidence={evidence} />
      {evidence.interview && <InterviewPart page={page} interview={evidence.interview} />}
      <TimeLine
        page={page}
        slug={project.slug}
        title={words.logsTitle}
        logs={project.logs}
        imageOf={evidence.imageOf}
        actionOf={(sequence) => <Remarks page={page} remarks={remarksOfLog(evidence, sequence)} />}
      >
        {project.logs_next_cursor !== null && <a href={`${project.url}#logs`}>{words.olderLogs}</a>}
      </TimeLine>
      <Others page={page} evidence={evidence} />
    </>
  );
}

const placed = ({ review, project }: Evidence) =>
  review?.status === 'succeeded' ? placeRemarks(review, project.readme_html) : null;

const remarksOfLog = (evidence: Evidence, sequence: number): Remark[] =>
  placed(evidence)?.logs.find((log) => log.sequence === sequence)?.remarks ?? [];

function Changes({ page, evidence: { changes, imageOf } }: EvidenceProps) {
  const words = page.words.consoleReviews.changes;
  if (!changes) return null;
  const { before, after } = changes.readme;
  const hunks = before === '' ? [] : diffReadmes(before, after);
  return (
    <section className="ui-section" aria-labelledby="changes-title">
      <Callout kind="important" word={words.callout}>
        <p>{words.calloutText}</p>
      </Callout>
      <h2 className="ui-section-title" id="changes-title">
        {words.title}
      </h2>
      {changes.logs_added.length > 0 && (
        <p>
          {words.newLogs}{' '}
          {changes.logs_added.map((sequence) => (
            <a key={sequence} className="ui-decision-log" href={`#log-${sequence}`}>
              {words.log(sequence)}
            </a>
          ))}
        </p>
      )}
      {changes.images_added.length > 0 && (
        <ul className="ui-decision-pictures">
          {changes.images_added.flatMap((url, at) => {
            const image = imageOf(url);
            if (!image) return [];
            return (
              <li key={url}>
                <a href={image.url} data-large="">
                  <ResponsiveImage image={image} alt={words.newPicture(at + 1)} sizes="160px" />
                </a>
              </li>
            );
          })}
        </ul>
      )}
      {before === '' && <p>{words.noBefore}</p>}
      {before !== '' && hunks.length === 0 && <p>{words.sameReadme}</p>}
      <TextDiff hunks={hunks} />
    </section>
  );
}

/** What the machine thinks. It decides nothing. */
function Verdict({ page, evidence: { review } }: EvidenceProps) {
  const words = page.words.consoleReviews.verdict;
  if (review?.status !== 'succeeded') {
    return (
      <section className="ui-section" aria-labelledby="verdict-title">
        <h2 className="ui-section-title" id="verdict-title">
          {words.title}
        </h2>
        <p>{review === null ? words.none : review.status === 'failed' ? words.failed : words.running}</p>
      </section>
    );
  }
  return (
    <section className="ui-section" aria-labelledby="verdict-title">
      <div className="ui-section-head ui-spread">
        <h2 className="ui-section-title" id="verdict-title">
          {words.title}
        </h2>
        <p className={`ui-badge ui-tone-${review.recommended ? 'ok' : 'lead'}`}>
          {review.recommended ? words.recommends : words.declines}
        </p>
      </div>
      <p>
        <PersonText text={review.summary ?? ''} />
      </p>
      <ul className="ui-highlights ui-second">
        {review.reasons.map((reason) => (
          <li key={reason}>
            <PersonText text={reason} />
          </li>
        ))}
      </ul>
      <Scores page={page} scores={review.scores} />
      <p className="ui-small">
        {words.judged} <LocalTime page={page} time={review.judged_at} />
      </p>
    </section>
  );
}

interface ScoresProps {
  page: PageContext;
  scores: NonNullable<Evidence['review']>['scores'];
}

function Scores({ page, scores }: ScoresProps) {
  const words = page.words.consoleReviews.verdict;
  return (
    <dl className="ui-scores">
      {scores.map(({ id, label, score, reason }) => (
        <div key={id} className="ui-score">
          <dt className="ui-spread">
            <PersonText text={label} />
            <span className="ui-table-number">{words.score(score)}</span>
          </dt>
          <dd>
            <progress className="ui-progress" max={10} value={score} aria-label={label} />
            <PersonText text={reason} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Flags({ page, evidence: { flags } }: EvidenceProps) {
  const words = page.words.consoleReviews.flags;
  const kinds: Readonly<Record<string, string>> = words.kinds;
  if (flags.length === 0) return null;
  return (
    <section className="ui-section" aria-labelledby="flags-title">
      <h2 className="ui-section-title" id="flags-title">
        {words.title(flags.length)}
      </h2>
      <p>{words.lead}</p>
      <ul className="ui-decision-flags">
        {flags.map(({ kind, where, excerpt }, at) => (
          <li key={at}>
            <p>
              <strong>
                <PersonText text={where} />
              </strong>{' '}
              {Object.hasOwn(kinds, kind) ? kinds[kind] : kind}
            </p>
            <p className="ui-diff" dir="auto">
              {excerpt}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** In pieces, with what the review noted under each. */
function Readme({ page, evidence }: EvidenceProps) {
  const words = page.words.consoleReviews.evidence;
  const { project } = evidence;
  const parts = placed(evidence) ?? {
    sections: [{ headingId: null, html: project.readme_html, remarks: [] }],
    logs: [],
    wholeProject: [],
  };
  return (
    <section className="ui-section" aria-labelledby="readme-title">
      <h2 className="ui-section-title" id="readme-title">
        {words.readmeBy} <PersonText text={project.creator.display_name} />
      </h2>
      {project.readme_html === '' && <p>{words.noReadme}</p>}
      {parts.sections.map(({ headingId, html, remarks }) => (
        <div key={headingId ?? ''}>
          {html !== '' && (
            <div className="ui-remarked-sheet">
              <WrittenHtml html={html} words={page.words.project.written} />
            </div>
          )}
          <Remarks page={page} remarks={remarks} />
        </div>
      ))}
      <Remarks page={page} remarks={parts.wholeProject} title={page.words.review.wholeProject} />
    </section>
  );
}

function Remarks({ page, remarks, title }: { page: PageContext; remarks: readonly Remark[]; title?: string }) {
  const words = page.words.review;
  if (remarks.length === 0) return null;
  return (
    <details className="ui-decision-remarks" open>
      <summary className="ui-remarks-count">{title ?? words.count(remarks.length)}</summary>
      {remarks.map((remark) => (
        <div key={remarkName(remark)} className={`ui-remark ui-tone-${remark.kind === 'comment' ? 'lead' : 'note'}`}>
          <p className="ui-remark-kind">{words[remark.kind](remark.number)}</p>
          <p>
            <PersonText text={remark.text} />
          </p>
        </div>
      ))}
    </details>
  );
}

function Others({ page, evidence: { others } }: EvidenceProps) {
  const words = page.words.consoleReviews.evidence;
  if (others.length === 0) return null;
  return (
    <section className="ui-section" aria-labelledby="others-title">
      <h2 className="ui-section-title" id="others-title">
        {words.others}
      </h2>
      <ul className="ui-decision-others">
        {others.map((other) => (
          <li key={other.id} className="ui-spread">
            <a href={consoleUrl('reviews', other.slug)}>
              <PersonText text={other.name} />
            </a>
            <StateBadge state={other.state} word={page.words.studio.states[other.state]} />
          </li>
        ))}
      </ul>
    </section>
  );
}
