import { FormErrors } from '@shipyard/pages';
import { Button, EmailField, LinkButton, Message, PasswordField } from '@shipyard/ui';
import { Page } from '../pages';
import type { MemberPage } from './member-pages';
import { LOG_IN_URL, PASSWORD_URL, RECOVER_URL } from './usage-parts';

interface Props {
  page: MemberPage;
  problem: 'missing' | 'invalid' | null;
}

export function AskForLinkPage({ page, email, problem }: Props & { email: string }) {
  const words = page.words.usage.recovery;
  const messages = { email: problem === null ? undefined : words.emailWrong };
  return (
    <Page page={page} title={words.title} isError={problem !== null}>
      <Message title={words.title} lead={words.lead}>
        <FormErrors words={page.words.console} messages={messages} labels={{ email: words.email }} />
        <form className="ui-sheet ui-fields" method="post" action={RECOVER_URL} noValidate>
          <EmailField label={words.email} value={email} error={messages.email} />
          <div className="ui-buttons">
            <Button>{words.send}</Button>
          </div>
        </form>
      </Message>
    </Page>
  );
}

export function LinkSentPage({ page }: Pick<Props, 'page'>) {
  const words = page.words.usage.recovery;
  return (
    <Page page={page} title={words.sent}>
      <Message title={words.sent} lead={words.sentLead}>
        <div className="ui-buttons">
          <LinkButton kind="secondary" href={LOG_IN_URL}>
            {page.words.console.entrance.send}
          </LinkButton>
        </div>
      </Message>
    </Page>
  );
}

export function LinkOverPage({ page }: Pick<Props, 'page'>) {
  const words = page.words.usage.recovery;
  return (
    <Page page={page} title={words.over} isError>
      <Message title={words.over} lead={words.overLead}>
        <div className="ui-buttons">
          <LinkButton href={RECOVER_URL}>{words.send}</LinkButton>
        </div>
      </Message>
    </Page>
  );
}

export function ChoosePasswordPage({ page, token, problem }: Props & { token: string }) {
  const words = page.words.usage.recovery;
  const messages = { password: problem === null ? undefined : words.passwordHint };
  return (
    <Page page={page} title={words.choose} isError={problem !== null}>
      <Message title={words.choose} lead={words.chooseLead}>
        <FormErrors words={page.words.console} messages={messages} labels={{ password: words.password }} />
        <form
          className="ui-sheet ui-fields"
          method="post"
          action={`${PASSWORD_URL}?${new URLSearchParams({ token }).toString()}`}
          noValidate
        >
          <PasswordField
            label={words.password}
            hint={words.passwordHint}
            error={messages.password}
            autoComplete="new-password"
          />
          <div className="ui-buttons">
            <Button>{words.save}</Button>
          </div>
        </form>
      </Message>
    </Page>
  );
}
