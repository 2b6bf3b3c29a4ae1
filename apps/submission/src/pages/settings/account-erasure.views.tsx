import { CsrfField } from '@shipyard/pages';
import { Button, ChoiceField, Field, PasswordField } from '@shipyard/ui';
import { type Messages, Part, type SettingsProps } from './settings-part';

/** Two steps: open it, then choose, and type the handle and the password. */
export function AccountErasure({ page, studio, values, messages }: SettingsProps & { messages: Messages }) {
  const { erase: words } = page.words.settings;
  const isOpen = Boolean(messages.fate ?? messages.confirm_handle ?? messages.erase_password);
  return (
    <Part part="erase" title={words.title}>
      <details open={isOpen}>
        <summary className="ui-disclosure">{words.open}</summary>
        <p className="ui-text">{words.lead}</p>
        <form className="ui-sheet ui-fields" method="post" action="/studio/settings/delete" noValidate>
          <CsrfField page={page} />
          <ChoiceField
            name="fate"
            label={words.projects}
            value={values.fate}
            error={messages.fate}
            choices={[
              { value: 'delete', text: words.delete, hint: words.deleteHint },
              { value: 'anonymise', text: words.anonymise, hint: words.anonymiseHint },
            ]}
          />
          <Field
            name="confirm_handle"
            label={words.handle}
            hint={studio.account.handle}
            value={values.confirm_handle}
            error={messages.confirm_handle}
            autoComplete="off"
            isCode
            isRequired
          />
          <PasswordField name="erase_password" label={words.password} error={messages.erase_password} />
          <div className="ui-buttons">
            <Button kind="danger">{words.send}</Button>
          </div>
        </form>
      </details>
    </Part>
  );
}
