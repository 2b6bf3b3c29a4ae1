import { CARRIED, CarriedFields, CsrfField, FormErrors } from '@shipyard/pages';
import { Button, Field, LinkButton, Message } from '@shipyard/ui';
import type { FormFields } from '@shipyard/http';
import type { Caller, StaffRole } from '../../accounts';
import { Page } from '../page';
import type { PageContext } from '../page-context';
import { CONSOLE_HOME, partsOf } from './console-parts';
import type { AskedFactor } from './console-entrance';

export const SECOND_FACTOR_URL = `${CONSOLE_HOME}/second-factor`;

interface ForOthersProps {
  page: PageContext;
  roles: readonly StaffRole[];
  caller: Caller;
}

/** Says who may open the page. */
export function ForOthersPage({ page, roles, caller }: ForOthersProps) {
  const words = page.words.console.entrance;
  const isStaff = partsOf(caller).length > 0;
  const names = roles.map((role) => words.roles[role]).join(words.between);
  return (
    <Page page={page} title={words.forOthers} isError>
      <Message title={words.forOthers} lead={names === '' ? words.onlyStaff : words.whoMay(names)}>
        <p className="ui-text">{words.askAdmin}</p>
        {/* A form that was sent keeps what was typed, and shows this above it. */}
        <div className="ui-buttons" data-error-page="">
          <LinkButton href={isStaff ? CONSOLE_HOME : '/studio'}>
            {isStaff ? words.toConsole : words.toStudio}
          </LinkButton>
        </div>
      </Message>
    </Page>
  );
}

/** A role of staff that waits until its holder has a second factor. */
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

interface ProveProps extends AskedFactor {
  page: PageContext;
}

export function ProveSecondFactorPage({ page, next, isForm, fields, problem }: ProveProps) {
  const words = page.words.console.entrance;
  const messages = { code: problem === null ? undefined : words.problems[problem] };
  return (
    <Page page={page} title={words.prove} isError={problem !== null}>
      <Message title={words.prove} lead={isForm ? words.proveFormLead : words.proveLead}>
        <FormErrors words={page.words} messages={messages} labels={{ code: words.code }} />
        <form className="ui-sheet ui-fields" method="post" action={`${SECOND_FACTOR_URL}/prove`} noValidate>
          <CsrfField page={page} />
          <input type="hidden" name="next" value={next} />
          {isForm && <input type="hidden" name="is_form" value="yes" />}
          <CarriedFields fields={fields} prefix={CARRIED} />
          <Field
            name="code"
            label={words.code}
            hint={words.codeHint}
            error={messages.code}
            autoComplete="one-time-code"
            isRequired
          />
          <div className="ui-buttons">
            <Button>{words.proveSend}</Button>
          </div>
        </form>
      </Message>
    </Page>
  );
}

/** What a form carried while the second factor was shown, ready to send. */
export function SendAgainPage({ page, next, fields }: { page: PageContext; next: string; fields: FormFields }) {
  const words = page.words.console.entrance;
  return (
    <Page page={page} title={words.proved}>
      <Message title={words.proved} lead={words.provedLead}>
        <form method="post" action={next} data-plain="">
          <CsrfField page={page} />
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
