import { ButtonForm, CsrfField, LocalTime } from '@shipyard/pages';
import { Button, EmailField, PasswordField } from '@shipyard/ui';
import type { EmailChangeView } from '../../email-change';
import type { PageContext } from '../page-context';
import { type Messages, Part, type SettingsProps } from './settings-part';

type EmailProps = SettingsProps & { messages: Messages };

/** The address, whether it is confirmed, and a form that changes it or the change that waits. */
export function EmailPart(props: EmailProps) {
  const { page, studio, emailChange, saved } = props;
  const { email: words } = page.words.settings;
  const isConfirmed = studio.account.email_confirmed_at !== null;
  const done = { email: words.sent, 'email-asked': words.change.sent, 'email-cancelled': words.change.cancelled };
  const said = saved === 'email' || saved === 'email-asked' || saved === 'email-cancelled' ? done[saved] : null;
  return (
    <Part part="email" title={words.title} saved={said}>
      <p className="ui-fixed-value">{studio.account.email}</p>
      <p className="ui-text">{isConfirmed ? words.confirmed : words.open}</p>
      {!isConfirmed && (
        <ButtonForm page={page} action="/studio/settings/confirm-email" kind="secondary">
          {words.send}
        </ButtonForm>
      )}
      {emailChange ? <WaitingChange page={page} change={emailChange} /> : <ChangeForm {...props} />}
    </Part>
  );
}

function WaitingChange({ page, change }: { page: PageContext; change: EmailChangeView }) {
  const { change: words } = page.words.settings.email;
  const standing = (at: string | null) => (at === null ? words.notConfirmed : words.confirmed);
  return (
    <div className="ui-fields">
      <p className="ui-text">{words.waiting}</p>
      <dl className="ui-facts">
        <dt>{words.to}</dt>
        <dd>{change.email}</dd>
        <dt>{words.fromOld}</dt>
        <dd>{standing(change.old_confirmed_at)}</dd>
        <dt>{words.fromNew}</dt>
        <dd>{standing(change.new_confirmed_at)}</dd>
        <dt>{words.until}</dt>
        <dd>
          <LocalTime page={page} time={new Date(change.expires_at)} />
        </dd>
      </dl>
      <p className="ui-text">{words.again}</p>
      <ButtonForm page={page} action="/studio/settings/email/cancel" kind="secondary">
        {words.cancel}
      </ButtonForm>
    </div>
  );
}

function ChangeForm({ page, studio, values, messages }: EmailProps) {
  const { change: words } = page.words.settings.email;
  const isOpen = Boolean(messages.new_email ?? messages.email_password);
  return (
    <details className="ui-fold" open={isOpen}>
      <summary>{words.open}</summary>
      <p className="ui-text">{words.lead}</p>
      <form
        className="ui-sheet ui-fields"
        method="post"
        action="/studio/settings/email"
        data-draft="email-change"
        noValidate
      >
        <CsrfField page={page} />
        <EmailField name="new_email" label={words.label} value={values.new_email} error={messages.new_email} />
        {!studio.caller.hasFreshSecondFactor && (
          <PasswordField name="email_password" label={words.password} error={messages.email_password} />
        )}
        <div className="ui-buttons">
          <Button kind="secondary">{words.send}</Button>
        </div>
      </form>
    </details>
  );
}
