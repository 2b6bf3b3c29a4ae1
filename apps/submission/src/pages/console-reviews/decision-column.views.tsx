import { ButtonForm, CsrfField, LocalTime } from '@shipyard/pages';
import { Button, ChoiceField, PersonText, TextField } from '@shipyard/ui';
import { decisionsIn, lastDecision, mayRerun } from './decision-standing';
import type { DecisionPageProps } from './decision.views';
import { PhraseChoice } from './phrase-choice.views';
import { queueUrl } from './queue-address';
import { isWithMaker } from './queue.query';
import { durationText } from './wait-words';

interface ColumnProps extends DecisionPageProps {
  messages: { decision?: string; reason?: string; text?: string };
}

export function DecisionColumn(props: ColumnProps) {
  const { page, isOwn } = props;
  const words = page.words.consoleReviews;
  return (
    <aside className="ui-decision-choice" aria-label={words.decision.aside}>
      {isOwn ? <p className="ui-text">{words.claim.own}</p> : <Claim {...props} />}
      <section aria-labelledby="decision-title">
        <h2 className="ui-section-title" id="decision-title">
          {words.decision.title}
        </h2>
        <DecisionForm {...props} />
        <NextProject {...props} />
      </section>
      {!isOwn && <Note {...props} />}
      <History {...props} />
    </aside>
  );
}

export const actionOf = ({ queue, evidence }: DecisionPageProps, ...action: string[]) =>
  queueUrl(queue.fields, evidence.project.slug, ...action);

/** Claiming is not needed to decide. It keeps others from deciding meanwhile. A script says what changes. */
function Claim(props: ColumnProps) {
  const { page, caller, evidence, now } = props;
  const words = page.words.consoleKeys;
  const { by, expiresAt } = evidence.claim;
  const seconds = expiresAt === null ? 0 : Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1_000));
  return (
    <div
      data-claim-of={evidence.project.slug}
      data-holder={by ?? ''}
      data-me={caller.handle}
      data-until={expiresAt?.toISOString()}
      data-seconds={seconds}
      data-taken={words.taken}
      data-freed={words.freed}
      data-soon={words.soon}
      data-ended={words.ended}
    >
      <StandingClaim {...props} />
      <p className="ui-claim-note" role="status" data-claim-note="" />
      <p hidden data-claim-reload="">
        <a href={actionOf(props)}>{words.reload}</a>
      </p>
    </div>
  );
}

function StandingClaim(props: ColumnProps) {
  const { page, caller, evidence, now } = props;
  const words = page.words.consoleReviews;
  const { by, expiresAt } = evidence.claim;
  if (by === null || expiresAt === null) {
    if (decisionsIn(evidence.project.state).length === 0) return null;
    return (
      <form method="post" action={actionOf(props, 'claim')}>
        <CsrfField page={page} />
        <p className="ui-text">{words.claim.free}</p>
        <Button kind="secondary">{words.claim.claim}</Button>
      </form>
    );
  }
  if (by !== caller.handle)
    return (
      <p className="ui-text">
        {words.claim.byAnother(by)} <LocalTime page={page} time={expiresAt} isToday />
      </p>
    );
  return (
    <div>
      <p className="ui-text">
        {words.claim.yours}{' '}
        <strong className="ui-claim-left" data-claim-left="">
          {durationText(words.durations, (expiresAt.getTime() - now.getTime()) / 1_000)}
        </strong>
        {words.claim.until}
        <LocalTime page={page} time={expiresAt} isToday />
      </p>
      <div className="ui-buttons">
        <ButtonForm page={page} action={actionOf(props, 'claim')} kind="secondary" isBeside>
          {words.claim.renew}
        </ButtonForm>
        <ButtonForm page={page} action={actionOf(props, 'free')} kind="quiet" isBeside>
          {words.claim.end}
        </ButtonForm>
      </div>
    </div>
  );
}

/** Why there is no decision to make. Null: there is one. */
function whyOff({ page, caller, evidence, isOwn }: ColumnProps): string | null {
  const words = page.words.consoleReviews.decision;
  const { by } = evidence.claim;
  if (isOwn) return words.offOwn;
  if (by !== null && by !== caller.handle) return words.offClaimed(by);
  return decisionsIn(evidence.project.state).length === 0 ? words.offState : null;
}

/** A script keeps what is typed when the page is left, so the button for that is for pages without scripts. */
function ChoiceForm(props: ColumnProps) {
  const { page, evidence, messages, phrases, typed } = props;
  const words = page.words.consoleReviews.decision;
  return (
    <form
      className="ui-fields"
      method="post"
      action={actionOf(props, 'decide')}
      noValidate
      data-draft={`decision:${evidence.project.slug}`}
    >
      <CsrfField page={page} />
      <ChoiceField
        name="decision"
        label={words.choose}
        value={typed.decision}
        error={messages.decision}
        choices={decisionsIn(evidence.project.state).map((decision) => ({
          value: decision,
          text: words[decision],
          hint: words.means[decision],
        }))}
      />
      <PhraseChoice page={page} programId={evidence.project.program_id} phrases={phrases} />
      <TextField
        name="reason"
        label={words.reason}
        hint={words.reasonHint}
        value={typed.reason}
        error={messages.reason}
        rows={6}
      />
      <div className="ui-buttons">
        {/* A script gives it the name of what is chosen. */}
        <Button namedBy="decision">{words.decide}</Button>
        <noscript>
          <Button kind="quiet" action={actionOf(props, 'claim')}>
            {page.words.consoleKeys.renewKept}
          </Button>
        </noscript>
      </div>
    </form>
  );
}

function DecisionForm(props: ColumnProps) {
  const { page, evidence, messages, typed } = props;
  const words = page.words.consoleReviews.decision;
  const { state } = evidence.project;
  const why = whyOff(props);
  if (why !== null)
    return (
      <>
        <p className="ui-text">{why}</p>
        {/* The writer may want to copy it. */}
        {typed.reason && <TextField name="reason" label={words.reason} value={typed.reason} />}
      </>
    );
  const hasAskedForChanges = lastDecision(evidence.audit) === 'request_changes';
  if (hasAskedForChanges || !decisionsIn(state).includes('request_changes'))
    return (
      <>
        {hasAskedForChanges && <p className="ui-text">{words.withMaker}</p>}
        <details className="ui-fold" open={messages.decision !== undefined || messages.reason !== undefined}>
          <summary>{hasAskedForChanges ? words.again : words.afterAll}</summary>
          <ChoiceForm {...props} />
        </details>
      </>
    );
  return (
    <>
      <ChoiceForm {...props} />
      {mayRerun(state) && (
        <form method="post" action={actionOf(props, 'rerun')}>
          <CsrfField page={page} />
          <p className="ui-text">{words.rerunMeans}</p>
          <Button kind="secondary">{words.rerun}</Button>
        </form>
      )}
    </>
  );
}

function NextProject({ page, evidence, queue }: ColumnProps) {
  const { slug } = evidence.project;
  const next = queue.projects.find(
    (project) => project.slug !== slug && project.heldBy === null && !isWithMaker(project),
  );
  if (!next) return null;
  return (
    <p className="ui-text">
      {page.words.consoleReviews.decision.next}{' '}
      <a href={queueUrl(queue.fields, next.slug)}>
        <PersonText text={next.name} />
      </a>
    </p>
  );
}

function Note(props: ColumnProps) {
  const { page, notes, messages, typed } = props;
  const words = page.words.consoleReviews.note;
  return (
    <section aria-labelledby="note-title">
      <h2 className="ui-section-title" id="note-title">
        {words.title}
      </h2>
      <form className="ui-fields" method="post" action={actionOf(props, 'notes')} noValidate>
        <CsrfField page={page} />
        <TextField
          name="text"
          label={words.label}
          hint={words.hint}
          value={typed.text ?? notes?.text}
          error={messages.text}
        />
        {notes && (
          <p className="ui-small">
            {words.by(notes.by)} <LocalTime page={page} time={notes.updated_at} />
          </p>
        )}
        <Button kind="secondary">{words.save}</Button>
      </form>
    </section>
  );
}

const SHOWN = 10;

function History({ page, evidence: { audit } }: ColumnProps) {
  const words = page.words.consoleReviews.history;
  const newest = audit.toReversed();
  const entries = (those: typeof audit) => (
    <ol className="ui-decision-history" reversed>
      {those.map((entry, at) => (
        <li key={`${entry.at.toISOString()} ${at}`}>
          <LocalTime page={page} time={entry.at} /> <strong>{actionWord(words.actions, entry.action)}</strong>{' '}
          <span className="ui-second">{entry.actor === 'worker' ? words.machine : entry.actor}</span>
          {entry.reason && (
            <p>
              <PersonText text={entry.reason} />
            </p>
          )}
        </li>
      ))}
    </ol>
  );
  return (
    <section aria-labelledby="history-title">
      <h2 className="ui-section-title" id="history-title">
        {words.title}
      </h2>
      {entries(newest.slice(0, SHOWN))}
      {newest.length > SHOWN && (
        <details className="ui-fold">
          <summary>{words.earlier(newest.length - SHOWN)}</summary>
          {entries(newest.slice(SHOWN))}
        </details>
      )}
    </section>
  );
}

/** An action that has no word here is said as the API names it. */
const actionWord = (words: Readonly<Record<string, string>>, action: string) =>
  Object.hasOwn(words, action) ? words[action] : action;
