import { CARRIED, CarriedFields, CsrfField, FormErrors, withNext } from '@shipyard/pages';
import type { FormFields } from '@shipyard/http';
import { Button, LinkButton, Message } from '@shipyard/ui';
import type { Operator } from '../operators';
import {
  CodeField,
  CONSOLE_HOME,
  LogInForm,
  type LogInProblem,
  Page,
  type PageContext,
  type ProofProblem,
} from '../pages';
import { LOG_IN_URL, SECOND_FACTOR_URL } from './console-parts';

interface LogInProps {
  page: PageContext;
  next: string | null;
  email: string;
  /** The fields of a form that was sent without a session. */
  kept: FormFields;
  problem: LogInProblem | null;
}

export function LogInPage({ page, next, email, kept, problem }: LogInProps) {
  const words = page.words.console.entrance;
  return (
    <Page page={page} title={words.title} isError={problem !== null}>
      <Message title={words.title} lead={Object.keys(kept).length > 0 ? words.kept : words.lead}>
        <LogInForm
          page={page}
          action={withNext(LOG_IN_URL, next)}
          email={email}
          problem={problem}
          carried={<CarriedFields fields={kept} prefix={CARRIED} />}
        />
      </Message>
    </Page>
  );
}

interface SendAgainProps {
  page: PageContext;
  csrfToken: string;
  next: string;
  fields: FormFields;
}

/** What a form carried while its sender logged in, ready to send. */
export function SendAgainPage({ page, csrfToken, next, fields }: SendAgainProps) {
  const words = page.words.console.entrance;
  return (
    <Page page={page} title={words.again}>
      <Message title={words.again} lead={words.againLead}>
        <form method="post" action={next}>
          <input type="hidden" name="csrf_token" value={csrfToken} />
          <CarriedFields fields={fields} prefix="" />
          <div className="ui-buttons">
            <Button>{words.sendAgain}</Button>
            <LinkButton kind="quiet" href={CONSOLE_HOME}>
              {words.toConsole}
            </LinkButton>
          </div>
        </form>
      </Message>
    </Page>
  );
}

interface ProveProps {
  page: PageContext;
  next: string;
  fields: FormFields;
  problem: ProofProblem | null;
}

/** Before a form that wants the second factor anew. */
export function ProveFactorPage({ page, next, fields, problem }: ProveProps) {
  const words = page.words.console.entrance;
  const text = problem === 'too_fast' ? words.tooFast : words.codeWrong;
  const messages = { code: problem === null ? undefined : text };
  return (
    <Page page={page} title={words.prove} isError={problem !== null}>
      <Message title={words.prove} lead={words.proveLead}>
        <FormErrors words={page.words.console} messages={messages} labels={{ code: words.code }} />
        <form
          className="ui-sheet ui-fields"
          method="post"
          action={withNext(`${SECOND_FACTOR_URL}/prove`, next)}
          noValidate
        >
          <CsrfField page={page} />
          <CarriedFields fields={fields} prefix={CARRIED} />
          <CodeField page={page} error={messages.code} />
          <div className="ui-buttons">
            <Button>{words.proveSend}</Button>
          </div>
        </form>
      </Message>
    </Page>
  );
}

/** Says which role the page needs. */
export function ForOthersPage({ page, role }: { page: PageContext; role: Operator['role'] }) {
  const { entrance: words, frame } = page.words.console;
  return (
    <Page page={page} title={words.forOthers} isError>
      <Message title={words.forOthers} lead={words.forOthersLead(frame.roles[role])}>
        <div className="ui-buttons">
          <LinkButton href={CONSOLE_HOME}>{words.toConsole}</LinkButton>
        </div>
      </Message>
    </Page>
  );
}

export function NeedsSecondFactorPage({ page }: { page: PageContext }) {
  const words = page.words.console.entrance;
  return (
    <Page page={page} title={words.needsFactor} isError>
      <Message title={words.needsFactor} lead={words.needsFactorLead}>
        <div className="ui-buttons">
          <LinkButton href={SECOND_FACTOR_URL}>{words.setUp}</LinkButton>
        </div>
      </Message>
    </Page>
  );
}
