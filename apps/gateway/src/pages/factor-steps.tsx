import { CsrfField, FormErrors, ScanSecret } from '@shipyard/pages';
import { Field } from '@shipyard/ui';
import type { ReactNode } from 'react';
import type { TotpBegunView } from '../operators';
import type { AnyPageContext } from './page';
import type { ProofProblem } from './page-log-in';

interface PasswordStepProps {
  page: AnyPageContext;
  action: string;
  error: string | undefined;
  /** What else is asked for. */
  more?: ReactNode;
  button: ReactNode;
}

/** Asks for the password before the second factor is changed. */
export function PasswordStep({ page, action, error, more, button }: PasswordStepProps) {
  const { password } = page.words.console.secondFactor;
  return (
    <>
      <FormErrors words={page.words.console} messages={{ password: error }} labels={{ password }} />
      <form className="ui-sheet ui-fields" method="post" action={action} noValidate>
        <CsrfField page={page} />
        <Field
          name="password"
          type="password"
          label={password}
          error={error}
          autoComplete="current-password"
          isRequired
        />
        {more}
        <div className="ui-buttons">{button}</div>
      </form>
    </>
  );
}

interface ScanStepProps {
  page: AnyPageContext;
  begun: TotpBegunView;
  problem: ProofProblem | null;
  action: string;
}

export const ScanStep = ({ page, begun: { otpauth_url, secret }, problem, action }: ScanStepProps) => (
  <ScanSecret
    page={page}
    words={page.words.console.secondFactor}
    errorWords={page.words.console}
    url={otpauth_url}
    secret={secret}
    hidden={{ otpauth_url }}
    error={problem === null ? undefined : page.words.console.entrance.codeWrong}
    action={action}
  />
);
