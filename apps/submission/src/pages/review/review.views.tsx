import type { EarlierVerdict } from '@shipyard/contracts';
import type { HttpError } from '@shipyard/http';
import { CsrfField, LocalTime } from '@shipyard/pages';
import { Button, Callout, LinkButton, PersonText } from '@shipyard/ui';
import type { ChangedSinceReview } from '../../project-reads';
import { projectErrors } from '../../projects';
import type { PageContext } from '../page-context';
import { messageOf } from '../service-messages';
import { studioUrl } from '../studio/project-path';
import { ByMail } from '../studio/by-mail';
import { StudioPage } from '../studio/studio-page';
import type { ProjectStudio } from '../studio/studio.query';
import { ASK_FORM_ID, ReviewRemarks } from './remarks.views';
import type { EarlierRemark, StudioReview } from './review.query';

const TONE_OF_VERDICT = {
  met: 'ui-tone-ok',
  partly: 'ui-tone-lead',
  not_met: 'ui-tone-lead',
} as const satisfies Record<EarlierVerdict, string>;

export interface ReviewProps {
  page: PageContext;
  studio: ProjectStudio;
  review: StudioReview;
}

/** `refusal`: why the service refused a request. */
export function ReviewPage({ refusal, ...props }: ReviewProps & { refusal: HttpError | null }) {
  const { page, studio, review } = props;
  const words = page.words.review;
  const isUnderWay = studio.project.state === 'review_pending';
  const isDone = !isUnderWay && review.latest?.status === 'succeeded';
  return (
    <StudioPage page={page} studio={studio} section="review" title={words.title} isError={refusal !== null}>
      {refusal !== null && (
        <Callout kind="warning" word={words.refused}>
          <p>{isRepeated(refusal, review) ? words.offUnchanged : messageOf(page.words, refusal)}</p>
        </Callout>
      )}
      {review.refusal && (
        <Callout
          kind="caution"
          word={words.decided[studio.project.state === 'rejected' ? 'reject' : 'request_changes']}
        >
          <p>
            <PersonText text={review.refusal.reason ?? ''} />
          </p>
          <p className="ui-small">
            <LocalTime page={page} time={review.refusal.at} />
          </p>
        </Callout>
      )}
      {isUnderWay && <UnderWay {...props} />}
      {isDone && <Verdict {...props} />}
      {!isUnderWay && !isDone && <Before {...props} />}
    </StudioPage>
  );
}

const isRepeated = ({ code }: HttpError, { isUnchanged, mayAsk }: StudioReview) =>
  code === projectErrors.STATE_CONFLICT.code && isUnchanged && mayAsk;

/** The script of the studio keeps it up to date. Without one, a link loads the page again. */
function UnderWay({ page, studio, review: { latest, usualSeconds } }: ReviewProps) {
  const words = page.words.review;
  const { slug, state } = studio.project;
  const stages = Object.entries(words.stages);
  const isQueued = latest?.status !== 'running';
  return (
    <div
      className="ui-column"
      data-status-of={slug}
      data-state={state}
      data-queued={words.queued}
      {...Object.fromEntries(stages.map(([stage, name]) => [`data-stage-${stage}`, name]))}
    >
      <h1 className="ui-title">{words.underWay}</h1>
      <p className="ui-review-stage" role="status" data-review-stage>
        {isQueued ? words.queued : stageText(page, latest)}
      </p>
      <progress
        className="ui-progress"
        data-review-progress
        max={100}
        value={isQueued ? 0 : latest.progress}
        aria-label={words.progress}
      />
      <ol className="ui-stages" aria-hidden="true">
        {stages.map(([stage, name]) => (
          <li key={stage}>{name}</li>
        ))}
      </ol>
      {usualSeconds && <p className="ui-text">{usualTime(words, usualSeconds)}</p>}
      <p className="ui-text">{words.mayClose}</p>
      <div className="ui-buttons">
        <LinkButton kind="secondary" href={studioUrl(slug, 'review')}>
          {words.lookAgain}
        </LinkButton>
      </div>
    </div>
  );
}

/** As the script says it. */
const stageText = (
  { words }: PageContext,
  { stage, progress }: Pick<NonNullable<StudioReview['latest']>, 'stage' | 'progress'>,
) => words.scripts.reviewStage.replace('{stage}', words.review.stages[stage]).replace('{percent}', String(progress));

function usualTime(words: PageContext['words']['review'], { from, to }: { from: number; to: number }): string {
  const [least, most] = [Math.max(1, Math.round(from / 60)), Math.ceil(to / 60)];
  if (most <= 1) return words.usualMinute;
  return words.usual(least === most ? `${most}` : `${least}–${most}`);
}

/** There is no finished review: what is missing, or the button. */
function Before({ page, studio, review }: ReviewProps) {
  const words = page.words.review;
  const { project } = studio;
  const hasFailed = review.latest?.status === 'failed';
  return (
    <div className="ui-column">
      <h1 className="ui-title">{words.ask}</h1>
      {hasFailed && (
        <Callout kind="caution" word={words.failed}>
          <Failure words={words} review={review} />
          <p>{words.nothingLost}</p>
        </Callout>
      )}
      <p className="ui-lead">{words.lead}</p>
      <p className="ui-text">{words.requires(project.program.logsRequired)}</p>
      <ul className="ui-checklist">
        <Needed
          isThere={!review.missing.includes('readme')}
          words={words}
          text={words.needsReadme}
          fix={{ text: words.writeReadme, href: studioUrl(project.slug) }}
        />
        <Needed
          isThere={!review.missing.includes('logs')}
          words={words}
          text={
            review.missing.includes('logs')
              ? words.needsLogs(project.logCount, project.program.logsRequired)
              : words.hasLogs(project.logCount, project.program.logsRequired)
          }
          fix={{ text: words.writeLog, href: studioUrl(project.slug, 'logs') }}
        />
      </ul>
      <WhatHappens page={page} studio={studio} />
      {review.mayAsk && <AskForm page={page} studio={studio} review={review} />}
    </div>
  );
}

/** Said before the button: who judges, by what, and who reads the result. */
function WhatHappens({ page, studio: { project, lacksGuardian } }: Pick<ReviewProps, 'page' | 'studio'>) {
  const { review: words } = page.words;
  const { rubric } = project.program;
  return (
    <section aria-labelledby="what-happens">
      <h2 className="ui-section-title" id="what-happens">
        {words.happens.title}
      </h2>
      <ul className="ui-highlights ui-second">
        <li>{words.happens.machine}</li>
        <li>
          {rubric.length === 0 ? (
            words.happens.noRubric
          ) : (
            <>
              {words.happens.rubric} <PersonText text={rubric.join(' · ')} />
            </>
          )}
        </li>
        <li>{project.visibility === 'private' ? words.happens.publishedLater : words.happens.published}</li>
        {lacksGuardian && <li>{words.happens.guardian}</li>}
        <li>{words.happens.people}</li>
      </ul>
    </section>
  );
}

/** Without a code there is only the sentence of the API, which is English. */
const Failure = ({ words, review }: { words: PageContext['words']['review']; review: StudioReview }) =>
  review.failure === null ? <p lang="en">{review.latest?.failure}</p> : <p>{words.failures[review.failure]}</p>;

interface NeededProps {
  isThere: boolean;
  words: PageContext['words']['review'];
  text: string;
  fix: { text: string; href: string };
}

const Needed = ({ isThere, words, text, fix }: NeededProps) => (
  <li className={isThere ? 'ui-spread ui-tone-ok' : 'ui-spread ui-tone-lead'}>
    <span>
      <strong>{isThere ? words.there : words.missing}</strong> {text}
    </span>
    {!isThere && <a href={fix.href}>{fix.text}</a>}
  </li>
);

function AskForm({ page, studio, review }: ReviewProps) {
  const words = page.words.review;
  const reason = review.missing.length > 0 ? words.offMissing : review.isUnchanged ? words.offUnchanged : null;
  return (
    <form id={ASK_FORM_ID} method="post" action={studioUrl(studio.project.slug, 'review')}>
      <CsrfField page={page} />
      <div className="ui-buttons">
        <Button
          kind={review.isUnchanged ? 'secondary' : 'primary'}
          state={reason === null ? 'ready' : 'off'}
          describedBy={reason === null ? undefined : 'ask-off'}
        >
          {review.latest?.status === 'succeeded' ? words.askAgain : words.ask}
        </Button>
        {reason !== null && (
          <p className="ui-hint" id="ask-off">
            {reason}
          </p>
        )}
      </div>
    </form>
  );
}

function AfterRecommendation({ page, studio }: { page: PageContext; studio: ProjectStudio }) {
  const words = page.words.review;
  const { project } = studio;
  if (project.program.interviewQuestions === 0)
    return (
      <p className="ui-text">
        {words.staffDecide} <ByMail page={page} studio={studio} />
      </p>
    );
  return (
    <div className="ui-buttons">
      <LinkButton href={studioUrl(project.slug, 'interview')}>{words.toInterview}</LinkButton>
    </div>
  );
}

/** The remarks stand beside the README of now, and may mean what is no longer in it. */
function SinceThen({ words, changed }: { words: PageContext['words']['review']; changed: ChangedSinceReview }) {
  const part = changed.readme && changed.logs ? 'both' : changed.readme ? 'readme' : 'logs';
  return (
    <Callout kind="note" word={words.since[part]}>
      <p>{words.remarksAreOlder}</p>
    </Callout>
  );
}

/** The reviewer was told what the maker ticked, and looked at each remark again. */
function EarlierRemarks({ page, remarks }: { page: PageContext; remarks: readonly EarlierRemark[] }) {
  const words = page.words.review;
  if (remarks.length === 0) return null;
  return (
    <section aria-labelledby="earlier-remarks">
      <h2 className="ui-section-title" id="earlier-remarks">
        {words.earlier.title}
      </h2>
      <ul className="ui-earlier">
        {remarks.map(({ text, verdict, reason, isSaidDone }, at) => (
          <li key={`${at} ${text}`} className={verdict ? TONE_OF_VERDICT[verdict] : undefined}>
            <p className="ui-earlier-verdict">
              <strong>{words.earlier.verdicts[verdict ?? 'unsaid']}</strong>
              {isSaidDone && <span className="ui-second"> {words.earlier.saidDone}</span>}
            </p>
            <p>
              <PersonText text={text} />
            </p>
            {reason && (
              <p className="ui-second">
                <PersonText text={reason} />
              </p>
            )}
          </li>
        ))}
      </ul>
      <p className="ui-text">{words.earlier.means}</p>
    </section>
  );
}

function Verdict(props: ReviewProps) {
  const { page, studio, review } = props;
  const words = page.words.review;
  const { project } = studio;
  const { latest } = review;
  if (!latest) return null;
  return (
    <>
      <div className="ui-column">
        <h1 className="ui-title">{page.words.studio.states[project.state]}</h1>
        <p className="ui-lead">
          <PersonText text={latest.summary ?? ''} />
        </p>
        {latest.highlights.length > 0 && (
          <ul className="ui-highlights ui-second">
            {latest.highlights.map((text) => (
              <li key={text}>
                <PersonText text={text} />
              </li>
            ))}
          </ul>
        )}
        <p className="ui-small ui-review-judged">
          {words.judged} <LocalTime page={page} time={latest.judged_at} />
        </p>
        {review.changedSince && <SinceThen words={words} changed={review.changedSince} />}
        {project.state === 'changes_requested' && (
          <div className="ui-buttons">
            <LinkButton kind={review.isUnchanged ? 'primary' : 'secondary'} href={studioUrl(project.slug)}>
              {words.editReadme}
            </LinkButton>
          </div>
        )}
        {project.state === 'recommended' && <AfterRecommendation page={page} studio={studio} />}
        <EarlierRemarks page={page} remarks={review.earlier} />
        {review.mayAsk && (
          <>
            <p className="ui-text ui-remark-tick">{words.tickDone}</p>
            <AskForm {...props} />
            <details className="ui-fold">
              <summary>{words.happens.title}</summary>
              <WhatHappens page={page} studio={studio} />
            </details>
          </>
        )}
      </div>
      <ReviewRemarks {...props} />
    </>
  );
}
