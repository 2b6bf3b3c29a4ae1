import { CsrfField } from '@shipyard/pages';
import { Button, Callout, PersonText } from '@shipyard/ui';
import { actionOf } from './decision-column.views';
import type { DecisionPageProps } from './decision.views';
import { hasTakenBack, lastDecision } from './decision-standing';

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** What the reader has just decided, or taken back. It stands above the evidence, where a page begins. */
export function JustDecided(props: DecisionPageProps) {
  const { page, caller, evidence, takeBackUntil, now } = props;
  const words = page.words.consoleReviews.takeBack;
  if (hasTakenBack(evidence.audit, { handle: caller.handle, now }))
    return (
      <div role="status">
        <Callout kind="tip" word={words.takenBack}>
          <p>{words.takenBackLead}</p>
        </Callout>
      </div>
    );
  const decision = lastDecision(evidence.audit);
  if (takeBackUntil === null || decision === null) return null;
  const reason = evidence.audit.findLast(({ action }) => action === decision)?.reason;
  const seconds = Math.max(1, Math.floor((takeBackUntil.getTime() - now.getTime()) / 1_000));
  return (
    <div role="status">
      <Callout kind="tip" word={words.decided[decision]}>
        <form method="post" action={actionOf(props, 'take-back')} data-ends-in={seconds}>
          <CsrfField page={page} />
          {reason && (
            <p>
              {words.reason} <PersonText text={reason} />
            </p>
          )}
          <p>
            {words.left} <strong data-ends-left="">{clock(seconds)}</strong>
          </p>
          <Button kind="secondary">{words.takeBack}</Button>
        </form>
      </Callout>
    </div>
  );
}
