import { FormErrors } from '@shipyard/pages';
import { Button, Callout, EmailField, Field, PasswordField, RequestId } from '@shipyard/ui';
import type { ReactNode } from 'react';
import type { AnyPageContext } from './page';

export type LogInProblem = 'empty' | 'wrong' | 'code_needed' | 'code_wrong' | 'too_fast';

interface LogInFormProps {
  page: AnyPageContext;
  action: string;
  email: string;
  problem: LogInProblem | null;
  /** Hidden fields that go along. */
  carried?: ReactNode;
  /** Beside the button. */
  beside?: ReactNode;
}

/** Of operators and of members. The code is asked for when the password was right. */
export function LogInForm({ page, action, email, problem, carried, beside }: LogInFormProps) {
  const { entrance: words, ...shared } = page.words.console;
  const messages = messagesOf(page, problem);
  return (
    <>
      {problem === 'too_fast' && <TooFast page={page} />}
      <FormErrors
        words={shared}
        messages={messages}
        labels={{ email: words.email, password: problem === 'wrong' ? null : words.password, code: words.code }}
      />
      <form className="ui-sheet ui-fields" method="post" action={action} noValidate>
        {carried}
        <EmailField label={words.email} value={email} error={messages.email} autoComplete="username" />
        <PasswordField label={words.password} error={messages.password} />
        {(problem === 'code_needed' || problem === 'code_wrong') && <CodeField page={page} error={messages.code} />}
        <div className="ui-buttons">
          <Button>{words.send}</Button>
          {beside}
        </div>
      </form>
    </>
  );
}

export function CodeField({ page, error }: { page: AnyPageContext; error: string | undefined }) {
  const { code, codeHint } = page.words.console.entrance;
  return <Field name="code" label={code} hint={codeHint} error={error} autoComplete="one-time-code" isRequired />;
}

function TooFast({ page }: { page: AnyPageContext }) {
  const { entrance } = page.words.console;
  return (
    <div className="ui-refusal" role="alert">
      <Callout kind="caution" word={entrance.notIn}>
        <p>{entrance.tooFast}</p>
        <RequestId label={page.words.requestId} requestId={page.requestId} />
      </Callout>
    </div>
  );
}

function messagesOf(
  { words }: AnyPageContext,
  problem: LogInProblem | null,
): Partial<Record<'email' | 'password' | 'code', string>> {
  const { entrance } = words.console;
  switch (problem) {
    case 'empty':
      return { email: entrance.missing, password: entrance.missing };
    case 'wrong':
      return { password: entrance.wrong };
    case 'code_needed':
      return { code: entrance.missing };
    case 'code_wrong':
      return { code: entrance.codeWrong };
    default:
      return {};
  }
}
