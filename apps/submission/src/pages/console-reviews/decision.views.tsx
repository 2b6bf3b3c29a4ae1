import type { ProjectState } from '@shipyard/contracts';
import type { FormFields, HttpError } from '@shipyard/http';
import { FormErrors } from '@shipyard/pages';
import { Callout, PersonText, StateBadge } from '@shipyard/ui';
import type { Caller } from '../../accounts';
import type { PageContext } from '../page-context';
import { messageOf } from '../service-messages';
import { ConsolePage } from '../console/console-page';
import { DecisionColumn } from './decision-column.views';
import { decisionsIn, mayRerun } from './decision-standing';
import { EvidenceColumn } from './evidence.views';
import type { Evidence } from './evidence.query';
import { queueUrl, rowId } from './queue-address';
import type { ReviewQueue } from './queue.query';
import { Keys } from './keys.views';
import { Holder, LIVE_URL, waitText } from './queue.views';
import { JustDecided } from './take-back.views';

export interface DecisionPageProps {
  page: PageContext;
  caller: Caller;
  evidence: Evidence;
  /** From which the project was opened. */
  queue: ReviewQueue;
  isOwn: boolean;
  notes: { text: string; by: string; updated_at: Date } | null;
  /** Prepared phrases of the program. */
  phrases: readonly string[];
  takeBackUntil: Date | null;
  now: Date;
  errors: { decision?: 'missing'; reason?: 'missing' | 'invalid' | 'unsent'; text?: 'invalid' };
  refusal: HttpError | null;
  typed: FormFields;
  isTakeBack?: boolean;
}

/** The queue at the left, what to decide on in the middle, the decision at the right. */
export function DecisionPage(props: DecisionPageProps) {
  const { page, caller, evidence, queue, errors, refusal } = props;
  const words = page.words.consoleReviews;
  const { project } = evidence;
  const messages = {
    decision: errors.decision && words.decision.choose,
    reason: errors.reason && words.decision.reasonErrors[errors.reason],
    text: errors.text && words.note.tooLong,
  };
  const labels = { decision: words.decision.title, reason: words.decision.reason, text: words.note.label };
  const isError = refusal !== null || Object.keys(errors).length > 0;
  return (
    <ConsolePage page={page} caller={caller} part="reviews" title={project.name} isError={isError}>
      <div className="ui-decision" data-live-claims={LIVE_URL}>
        <ShortQueue page={page} queue={queue} slug={project.slug} />
        <div className="ui-decision-evidence">
          {refusal && (
            <div role="alert" tabIndex={-1} autoFocus>
              <Callout kind="caution" word={words.refused.title}>
                <p>{refusedText(props, refusal)}</p>
              </Callout>
            </div>
          )}
          <FormErrors words={page.words} messages={messages} labels={labels} />
          <h1 className="ui-title">
            <PersonText text={project.name} />
          </h1>
          <p className="ui-cluster">
            <StateBadge state={project.state} word={page.words.studio.states[project.state]} />
            <span>
              <PersonText text={project.creator.display_name} />
              {words.evidence.withLogs(project.log_count)}
            </span>
            <a href={project.url}>{words.evidence.publicPage}</a>
          </p>
          <p className="ui-decision-jump">
            <a href="#decision-title">{words.evidence.toDecision}</a>
          </p>
          <JustDecided {...props} />
          {decisionsIn(project.state).length > 0 && <Keys page={page} of="project" />}
          <EvidenceColumn page={page} evidence={evidence} />
        </div>
        <DecisionColumn {...props} messages={messages} />
      </div>
    </ConsolePage>
  );
}

/** The page was read again, so it knows what the form did not. */
function refusedText({ page, caller, evidence, isOwn, isTakeBack }: DecisionPageProps, refusal: HttpError): string {
  const words = page.words.consoleReviews.refused;
  const { by } = evidence.claim;
  if (isOwn) return words.own;
  if (refusal.row.status === 403) return words.ofAnother;
  if (isTakeBack) return `${words.tooLate} ${whatNow(page, evidence.project.state)}`;
  if (by !== null && by !== caller.handle) return words.claimed(by);
  if (typeof refusal.particulars.details?.state === 'string')
    return words.moved(page.words.studio.states[evidence.project.state]);
  return messageOf(page.words, refusal);
}

/** After a decision that stands. */
function whatNow(page: PageContext, state: ProjectState): string {
  const words = page.words.consoleReviews.refused;
  if (decisionsIn(state).includes('approve')) return words.decideAgain;
  return mayRerun(state) ? words.askAgain : '';
}

const SHORT = 12;

/** On a narrow page only the way back. */
function ShortQueue({ page, queue, slug }: { page: PageContext; queue: ReviewQueue; slug: string }) {
  const words = page.words.consoleReviews;
  const at = queue.projects.findIndex((project) => project.slug === slug);
  const from = Math.max(0, at - 2);
  return (
    <nav className="ui-decision-queue" aria-label={words.queue.title}>
      <p>
        <a href={`${queueUrl(queue.fields)}#${rowId(slug)}`}>{words.queue.back}</a>
      </p>
      <ul>
        {queue.projects.slice(from, from + SHORT).map((project) => (
          <li key={project.id} className="ui-decision-waiting">
            <a href={queueUrl(queue.fields, project.slug)} aria-current={project.slug === slug ? 'page' : undefined}>
              <PersonText text={project.name} />
            </a>
            <span className="ui-spread ui-small">
              <PersonText text={project.creator.display_name} />
              <span>
                {project.heldBy === null ? waitText(words, project) : <Holder page={page} project={project} />}
              </span>
            </span>
            <span className="ui-small">{page.words.studio.states[project.state]}</span>
          </li>
        ))}
      </ul>
    </nav>
  );
}
