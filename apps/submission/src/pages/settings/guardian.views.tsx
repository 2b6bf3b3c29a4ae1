import { CsrfField, LocalTime } from '@shipyard/pages';
import { Button, Field } from '@shipyard/ui';
import { type Messages, Part, type SettingsProps } from './settings-part';

/** Who the guardian is, what they said, and a form that asks them again or names another. */
export function GuardianPart(props: SettingsProps & { messages: Messages }) {
  const { page, studio, guardian, values, saved, messages } = props;
  const { guardian: words } = page.words.settings;
  return (
    <Part part="guardian" title={page.words.studio.guardian.title} saved={saved === 'guardian' ? words.sent : null}>
      <div className="ui-fields">
        <p className="ui-text">{page.words.studio.guardian[guardian?.status ?? 'none']}</p>
        {guardian && (
          <dl className="ui-facts">
            <dt>{words.address}</dt>
            <dd>{guardian.email}</dd>
            <dt>{words.asked}</dt>
            <dd>
              <LocalTime page={page} time={guardian.askedAt} />
            </dd>
            {guardian.agreedAt !== null && guardian.status === 'agreed' && (
              <>
                <dt>{words.agreed}</dt>
                <dd>
                  <LocalTime page={page} time={guardian.agreedAt} />
                </dd>
              </>
            )}
          </dl>
        )}
        <form
          className="ui-sheet ui-fields"
          method="post"
          action="/studio/settings/guardian"
          data-draft="settings:guardian"
          noValidate
        >
          <CsrfField page={page} />
          <Field
            name="guardian_email"
            type="email"
            label={words.label}
            hint={guardian ? words.changeHint : words.hint}
            value={values.guardian_email ?? guardian?.email}
            error={messages.guardian_email}
            autoComplete="off"
            isRequired
          />
          <div className="ui-buttons">
            <Button kind={studio.lacksGuardian ? 'primary' : 'secondary'}>{words.send}</Button>
          </div>
        </form>
      </div>
    </Part>
  );
}
