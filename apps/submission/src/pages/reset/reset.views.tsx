import { type FieldErrors, FormErrors } from '@shipyard/pages';
import { Button, CheckField, EmailField, LinkButton, Message, PasswordField } from '@shipyard/ui';
import { Page } from '../page';
import type { PageContext } from '../page-context';
import { withToken } from '../mail-token';

interface AskProps {
  page: PageContext;
  email: string;
  errors: FieldErrors<'email'>;
}

export function AskForReset({ page, email, errors }: AskProps) {
  const words = page.words.reset.ask;
  const messages = {
    email: errors.email && { missing: words.emailMissing, invalid: words.emailInvalid }[errors.email],
  };
  return (
    <Page page={page} title={words.title} isError={errors.email !== undefined}>
      <Message title={words.title} lead={words.lead}>
        <FormErrors words={page.words} messages={messages} labels={{ email: words.email }} />
        <form
          className="ui-sheet ui-fields"
          method="post"
          action="/reset"
          data-draft="reset"
          data-draft-quiet=""
          noValidate
        >
          <EmailField label={words.email} value={email} error={messages.email} />
          <div className="ui-buttons">
            <Button>{words.send}</Button>
          </div>
        </form>
      </Message>
    </Page>
  );
}

export function ResetSent({ page }: { page: PageContext }) {
  const words = page.words.reset.sent;
  return (
    <Page page={page} title={words.title}>
      <Message title={words.title} lead={words.lead}>
        <p className="ui-text">{words.text}</p>
        <div className="ui-buttons">
          <LinkButton kind="secondary" href="/reset">
            {words.again}
          </LinkButton>
        </div>
      </Message>
    </Page>
  );
}

interface ChooseProps {
  page: PageContext;
  resetToken: string;
  isRevoking: boolean;
  errors: FieldErrors<'password'>;
}

export function ChoosePassword({ page, resetToken, isRevoking, errors }: ChooseProps) {
  const words = page.words.reset.choose;
  const messages = {
    password: errors.password && { missing: words.passwordMissing, invalid: words.passwordInvalid }[errors.password],
  };
  return (
    <Page page={page} title={words.title} isError={errors.password !== undefined}>
      <Message title={words.title} lead={words.lead}>
        <FormErrors words={page.words} messages={messages} labels={{ password: words.password }} />
        <form
          className="ui-sheet ui-fields"
          method="post"
          action={withToken('/reset/password', resetToken)}
          data-draft="new-password"
          data-draft-quiet=""
          noValidate
        >
          <PasswordField
            label={words.password}
            hint={words.passwordHint}
            error={messages.password}
            autoComplete="new-password"
          />
          <CheckField name="revoke_tokens" label={words.revoke} hint={words.revokeHint} isChecked={isRevoking} />
          <div className="ui-buttons">
            <Button>{words.save}</Button>
          </div>
        </form>
      </Message>
    </Page>
  );
}
