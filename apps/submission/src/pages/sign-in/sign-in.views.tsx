import { FormErrors } from '@shipyard/pages';
import { Button, Callout, EmailField, Field, Message, PasswordField, RequestId } from '@shipyard/ui';
import { Page } from '../page';
import type { PageContext } from '../page-context';
import { messageOf } from '../service-messages';
import type { Words } from '../words/words';
import type { LogInProblem } from './sign-in.attempt';
import { joinUrl, logInUrl } from './sign-in-urls';

export interface LogInPageProps {
  page: PageContext;
  next: string | null;
  email: string;
  problem: LogInProblem | null;
}

export function LogInPage({ page, next, email, problem }: LogInPageProps) {
  const words = page.words.signIn;
  return (
    <Page page={page} title={words.title} isError={problem !== null}>
      <Message title={words.title} lead={next?.startsWith('/studio') ? words.leadStudio : words.lead}>
        <LogInProblemAbove page={page} problem={problem} />
        <form
          className="ui-sheet ui-fields"
          method="post"
          action={logInUrl(next)}
          data-draft="log-in"
          data-draft-quiet=""
          noValidate
        >
          <LogInFields words={page.words} email={email} problem={problem} />
        </form>
        <ul className="ui-links">
          <li>
            {words.noAccount} <a href={joinUrl(next)}>{words.join}</a>
          </li>
          <li>
            {words.forgotten} <a href="/reset">{words.reset}</a>
          </li>
        </ul>
      </Message>
    </Page>
  );
}

interface LogInFieldsProps {
  words: Words;
  email: string;
  problem: LogInProblem | null;
  /** Where the form carries other fields along, its own have this prefix. */
  prefix?: string;
}

/** The fields and the button of every log-in form. */
export function LogInFields({ words, email, problem, prefix = '' }: LogInFieldsProps) {
  const messages = logInMessages(words, problem);
  const asksForCode = problem?.kind === 'code-needed' || problem?.kind === 'code-wrong';
  return (
    <>
      <EmailField
        name={`${prefix}email`}
        label={words.signIn.email}
        value={email}
        error={messages.email}
        autoComplete="username"
      />
      <PasswordField name={`${prefix}password`} label={words.signIn.password} error={messages.password} />
      {asksForCode && (
        <Field
          name={`${prefix}code`}
          label={words.signIn.code}
          hint={words.signIn.codeHint}
          error={messages.code}
          autoComplete="one-time-code"
          isRequired
        />
      )}
      <div className="ui-buttons">
        <Button>{words.signIn.send}</Button>
      </div>
    </>
  );
}

export function LogInProblemAbove({
  page,
  problem,
  prefix = '',
}: {
  page: PageContext;
  problem: LogInProblem | null;
  prefix?: string;
}) {
  const { words, requestId } = page;
  if (problem?.kind === 'too-fast' || problem?.kind === 'refused') {
    const text = problem.kind === 'refused' ? messageOf(words, problem.error) : words.signIn.tooFast(problem.seconds);
    return (
      <div className="ui-refusal" role="alert" tabIndex={-1} autoFocus>
        <Callout kind="caution" word={words.signIn.notIn}>
          <p>{text}</p>
          <RequestId label={words.requestId} requestId={requestId} />
        </Callout>
      </div>
    );
  }
  const { email, password, code } = words.signIn;
  // Not said of the password alone: the email may be the wrong one.
  const labels = { email, password: problem?.kind === 'wrong' ? null : password, code };
  return (
    <FormErrors
      words={words}
      messages={withPrefix(prefix, logInMessages(words, problem))}
      labels={withPrefix(prefix, labels)}
    />
  );
}

const withPrefix = <Value,>(prefix: string, fields: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [prefix + name, value]));

type Messages = Partial<Record<'email' | 'password' | 'code', string>>;

function logInMessages({ signIn: words }: Words, problem: LogInProblem | null): Messages {
  switch (problem?.kind) {
    case 'empty':
      return {
        ...(problem.fields.includes('email') && { email: words.emailMissing }),
        ...(problem.fields.includes('password') && { password: words.passwordMissing }),
      };
    case 'wrong':
      return { password: words.wrong };
    case 'code-needed':
      return { code: words.codeNeeded };
    case 'code-wrong':
      return { code: words.codeWrong };
    default:
      return {};
  }
}
