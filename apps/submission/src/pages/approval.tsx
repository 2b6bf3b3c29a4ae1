import { envelopeErrors, type HttpError } from '@shipyard/http';
import { FormErrors, Refusal, refusalOf } from '@shipyard/pages';
import { Button, PasswordField } from '@shipyard/ui';
import { accountErrors } from '../accounts';
import type { PageContext } from './page-context';
import { messageOf } from './service-messages';

/** Why an approval was refused: the password, or what the service says. */
export type ApprovalProblem = { kind: 'password-needed' | 'password-wrong' } | { kind: 'refused'; error: HttpError };

export function approvalProblemOf(error: unknown): { problem: ApprovalProblem; status: number } {
  const refusal = refusalOf(error);
  switch (refusal.code) {
    case accountErrors.LOGIN_INVALID.code:
      return { status: 400, problem: { kind: 'password-wrong' } };
    case envelopeErrors.FORBIDDEN.code:
      return { status: 403, problem: { kind: 'password-needed' } };
    default:
      return { status: refusal.row.status, problem: { kind: 'refused', error: refusal } };
  }
}

interface ApprovalProps {
  page: PageContext;
  problem: ApprovalProblem | null;
}

export function ApprovalProblemAbove({ page, problem }: ApprovalProps) {
  if (problem?.kind === 'refused')
    return <Refusal page={page} title={page.words.connect.notAllowed} message={messageOf(page.words, problem.error)} />;
  const message = passwordMessage(page, problem);
  return (
    <FormErrors
      words={page.words}
      messages={{ password: message }}
      labels={{ password: page.words.connect.password }}
    />
  );
}

/** The password, if the sign-in is old, and both answers. */
export function ApprovalFields({ page, problem, asksForPassword }: ApprovalProps & { asksForPassword: boolean }) {
  const words = page.words.connect;
  return (
    <>
      {asksForPassword && (
        <PasswordField label={words.password} hint={words.passwordHint} error={passwordMessage(page, problem)} />
      )}
      <div className="ui-buttons">
        <Button choice={{ name: 'decision', value: 'allow' }}>{words.allow}</Button>
        <Button kind="secondary" choice={{ name: 'decision', value: 'refuse' }}>
          {words.refuse}
        </Button>
      </div>
    </>
  );
}

function passwordMessage({ words: { connect } }: PageContext, problem: ApprovalProblem | null): string | undefined {
  if (problem?.kind === 'password-wrong') return connect.passwordWrong;
  return problem?.kind === 'password-needed' ? connect.passwordNeeded : undefined;
}
