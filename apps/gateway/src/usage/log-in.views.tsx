import { FormErrors, withNext } from '@shipyard/pages';
import { Button, Callout, Field, Message, RequestId } from '@shipyard/ui';
import { Page } from '../pages';
import type { MemberPage } from './member-pages';
import { LOG_IN_URL, RECOVER_URL } from './usage-parts';

export type LogInProblem = 'empty' | 'wrong' | 'code_needed' | 'code_wrong' | 'too_fast';

interface LogInProps {
  page: MemberPage;
  next: string | null;
  email: string;
  /** A form was sent, and its session had ended. */
  isOver?: boolean;
  /** A password was set by a link. */
  isSet?: boolean;
  problem: LogInProblem | null;
}

export function LogInPage({ page, next, email, isOver = false, isSet = false, problem }: LogInProps) {
  const { logIn: words } = page.words.usage;
  const { entrance, ...shared } = page.words.console;
  const messages = messagesOf(page, problem);
  return (
    <Page page={page} title={words.title} isError={problem !== null || isOver} styleSheets={['operators']}>
      <Message title={words.title} lead={isOver ? words.over : isSet ? words.isSet : words.lead}>
        {problem === 'too_fast' && <TooFast page={page} />}
        <FormErrors
          words={shared}
          messages={messages}
          labels={{
            email: entrance.email,
            password: problem === 'wrong' ? null : entrance.password,
            code: entrance.code,
          }}
        />
        <form className="ui-sheet ui-fields" method="post" action={withNext(LOG_IN_URL, next)} noValidate>
          <Field
            name="email"
            type="email"
            label={entrance.email}
            value={email}
            error={messages.email}
            autoComplete="username"
            isRequired
          />
          <Field
            name="password"
            type="password"
            label={entrance.password}
            error={messages.password}
            autoComplete="current-password"
            isRequired
          />
          {(problem === 'code_needed' || problem === 'code_wrong') && (
            <Field
              name="code"
              label={entrance.code}
              hint={entrance.codeHint}
              error={messages.code}
              autoComplete="one-time-code"
              isRequired
            />
          )}
          <div className="ui-buttons">
            <Button>{entrance.send}</Button>
            <a href={RECOVER_URL}>{words.forgotten}</a>
          </div>
        </form>
      </Message>
    </Page>
  );
}

function TooFast({ page }: { page: MemberPage }) {
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
  { words }: MemberPage,
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
