import { CsrfField, FormErrors, Refusal } from '@shipyard/pages';
import { Button, CheckField, Field, LinkButton, PasswordField, SelectField, TextField } from '@shipyard/ui';
import { isStaff } from '../../accounts';
import { CONSOLE_HOME } from '../console/console-parts';
import { rolesText } from '../console-accounts/accounts.views';
import { messageOf } from '../service-messages';
import { StudioPage } from '../studio/studio-page';
import type { Words } from '../words/words';
import { GuardianPart } from './guardian.views';
import { AccountErasure } from './account-erasure.views';
import { EmailPart } from './email.views';
import { SessionsPart } from './sessions.views';
import { labelsOf, messagesOf } from './settings-messages';
import { type Messages, Part, type SettingsProps } from './settings-part';
import { ConnectedApps, NewToken, Tokens } from './tokens.views';

export function SettingsPage(props: SettingsProps) {
  const { page, studio, errors, refusal, newToken } = props;
  const words = page.words.settings;
  if (newToken)
    return (
      <StudioPage page={page} studio={studio} title={words.tokens.newTitle}>
        <NewToken page={page} token={newToken} />
      </StudioPage>
    );
  const messages = messagesOf(words, errors);
  const isRefused = refusal !== null || Object.keys(errors).length > 0;
  return (
    <StudioPage page={page} studio={studio} title={words.title} isError={isRefused}>
      <div className="ui-settings">
        <h1 className="ui-title">{words.title}</h1>
        {refusal && <Refusal page={page} title={words.refused} message={messageOf(page.words, refusal)} />}
        <FormErrors words={page.words} messages={messages} labels={labelsOf(words)} />
        <div className="ui-settings-columns">
          <div>
            <Profile {...props} messages={messages} />
            {studio.account.birth_date === null && <BirthDate {...props} messages={messages} />}
            <EmailPart {...props} messages={messages} />
            <Password {...props} messages={messages} />
            {studio.caller.hasSecondFactor && <SecondFactor words={words} />}
            <SessionsPart {...props} />
          </div>
          <div>
            <Data words={words} />
            <AccountErasure {...props} messages={messages} />
            {props.mayHaveGuardian && <GuardianPart {...props} messages={messages} />}
            <Tokens {...props} messages={messages} />
            <ConnectedApps {...props} />
          </div>
        </div>
      </div>
    </StudioPage>
  );
}

interface PartProps extends SettingsProps {
  messages: Messages;
}

function Profile({ page, studio: { account }, values, saved, messages }: PartProps) {
  const { profile: words } = page.words.settings;
  return (
    <Part part="profile" title={words.title} saved={saved === 'profile' ? words.saved : null}>
      <form
        className="ui-sheet ui-fields"
        method="post"
        action="/studio/settings/profile"
        data-draft="settings:profile"
        noValidate
      >
        <CsrfField page={page} />
        <div className="ui-field">
          <p className="ui-label">{words.handle}</p>
          <p className="ui-fixed-value">{account.handle}</p>
        </div>
        {isStaff(account) && <StaffRoles page={page} account={account} />}
        <Field
          name="display_name"
          label={words.name}
          value={values.display_name ?? account.display_name}
          error={messages.display_name}
          autoComplete="name"
          isRequired
        />
        <TextField
          name="bio"
          label={words.bio}
          hint={words.bioHint}
          value={values.bio ?? account.bio}
          error={messages.bio}
        />
        <SelectField
          name="locale"
          label={words.language}
          value={values.locale ?? account.locale}
          error={messages.locale}
          options={[
            { value: 'en', text: words.languages.en },
            { value: 'zh-CN', text: words.languages.zhCn },
          ]}
        />
        <CheckField name="mails" label={words.mail} hint={words.mailHint} isChecked={!account.mail_opt_out} />
        <div className="ui-buttons">
          <Button kind="secondary">{words.save}</Button>
        </div>
      </form>
    </Part>
  );
}

const StaffRoles = ({ page, account }: Pick<SettingsProps, 'page'> & Pick<SettingsProps['studio'], 'account'>) => (
  <div className="ui-field">
    <p className="ui-label">{page.words.consoleAccounts.roles}</p>
    <p className="ui-fixed-value">{rolesText(page, account)}</p>
    <p className="ui-hint">
      <a href={CONSOLE_HOME}>{page.words.shell.console}</a>
    </p>
  </div>
);

function BirthDate({ page, values, messages }: PartProps) {
  const { birth: words } = page.words.settings;
  return (
    <Part part="birth" title={words.title}>
      <p className="ui-text">{words.lead}</p>
      <form
        className="ui-sheet ui-fields"
        method="post"
        action="/studio/settings/birth-date"
        data-draft="settings:birth-date"
        noValidate
      >
        <CsrfField page={page} />
        <Field
          name="birth_date"
          type="date"
          label={words.label}
          value={values.birth_date}
          error={messages.birth_date}
          autoComplete="bday"
          isRequired
        />
        <div className="ui-buttons">
          <Button kind="secondary">{words.save}</Button>
        </div>
      </form>
    </Part>
  );
}

function Password({ page, studio, values, saved, messages }: PartProps) {
  const { password: words } = page.words.settings;
  return (
    <Part part="password" title={words.title} saved={saved === 'password' ? words.changed : null}>
      <p className="ui-text">{words.lead}</p>
      <form className="ui-sheet ui-fields" method="post" action="/studio/settings/password" noValidate>
        <CsrfField page={page} />
        {/* Tells password managers whose password this is. */}
        <input type="hidden" name="username" autoComplete="username" value={studio.account.email} disabled />
        <PasswordField name="current_password" label={words.current} error={messages.current_password} />
        <PasswordField
          name="new_password"
          label={words.new}
          hint={words.newHint}
          error={messages.new_password}
          autoComplete="new-password"
        />
        <CheckField
          name="revoke_tokens"
          label={words.revoke}
          hint={words.revokeHint}
          isChecked={(values.revoke_tokens ?? 'yes') === 'yes'}
        />
        <div className="ui-buttons">
          <Button kind="secondary">{words.change}</Button>
        </div>
      </form>
    </Part>
  );
}

function SecondFactor({ words: { secondFactor: words } }: { words: Words['settings'] }) {
  return (
    <Part part="second-factor" title={words.title}>
      <p className="ui-text">{words.on}</p>
    </Part>
  );
}

/** The links are calls of the API, which the session opens. */
function Data({ words: { data: words } }: { words: Words['settings'] }) {
  return (
    <Part part="data" title={words.title}>
      <p className="ui-text">{words.lead}</p>
      <div className="ui-buttons">
        <LinkButton kind="secondary" href="/api/v1/accounts/me/export.zip">
          {words.zip}
        </LinkButton>
        <LinkButton kind="quiet" href="/api/v1/accounts/me/export">
          {words.json}
        </LinkButton>
      </div>
    </Part>
  );
}
