import { FormErrors } from '@shipyard/pages';
import { Button, EmailField, Field, LinkButton, Message, PasswordField } from '@shipyard/ui';
import { Page } from '../page';
import type { PageContext } from '../page-context';
import { SitePageLinks } from '../site-page/site-page-links';
import { joinUrl, logInUrl } from '../sign-in/sign-in-urls';
import type { Words } from '../words/words';

export const JOIN_FIELDS = ['display_name', 'handle', 'email', 'password', 'birth_date', 'guardian_email'] as const;

type JoinField = (typeof JOIN_FIELDS)[number];

/** What was typed. A password is never shown again. */
export type JoinValues = Partial<Record<JoinField, string>>;
export type JoinErrors = Partial<Record<JoinField, 'missing' | 'invalid' | 'taken' | 'own'>>;

interface JoinProps {
  page: PageContext;
  next: string | null;
  /** Makes a form that is sent twice join once. */
  formKey: string;
  /** Below this age, the form asks for a guardian. 0: never. */
  guardianBelow: number;
  values: JoinValues;
  errors: JoinErrors;
}

export function JoinPage({ page, next, formKey, guardianBelow, values, errors }: JoinProps) {
  const words = page.words.signIn.joining;
  const isRefused = Object.keys(errors).length > 0;
  const messages: Partial<Record<JoinField, string>> = {
    display_name: errors.display_name && words.nameInvalid,
    handle: errors.handle && (errors.handle === 'taken' ? words.handleTaken : words.handleInvalid),
    email: errors.email && (errors.email === 'taken' ? words.emailTaken : words.emailInvalid),
    // A password is never shown again.
    password: errors.password ? words.passwordInvalid : isRefused ? words.passwordAgain : undefined,
    birth_date: errors.birth_date && words.birthDateInvalid,
    guardian_email:
      errors.guardian_email && words.guardian.problems[errors.guardian_email === 'own' ? 'own' : 'invalid'],
  };
  return (
    <Page page={page} title={words.title} isError={isRefused}>
      <Message title={words.title} lead={next?.startsWith('/studio/new') ? words.leadStart : words.lead}>
        <FormErrors words={page.words} messages={messages} labels={labelsOf(words)} />
        <form className="ui-sheet ui-fields" method="post" action={joinUrl(next)} data-draft="join" noValidate>
          <input type="hidden" name="form_key" value={formKey} />
          <JoinFields page={page} guardianBelow={guardianBelow} values={values} messages={messages} />
          <SitePageLinks page={page} lead={page.words.sitePages.beforeJoining} ids={['rules', 'privacy', 'parents']} />
          <div className="ui-buttons">
            <Button>{words.send}</Button>
          </div>
        </form>
        <ul className="ui-links">
          <li>
            {words.hasAccount} <a href={logInUrl(next)}>{words.logIn}</a>
          </li>
        </ul>
      </Message>
    </Page>
  );
}

const labelsOf = (words: Words['signIn']['joining']): Record<JoinField, string> => ({
  display_name: words.name,
  handle: words.handle,
  email: words.email,
  password: words.password,
  birth_date: words.birthDate,
  guardian_email: words.guardian.label,
});

interface JoinFieldsProps extends Pick<JoinProps, 'page' | 'guardianBelow' | 'values'> {
  messages: Partial<Record<JoinField, string>>;
}

function JoinFields({ page, guardianBelow, values, messages }: JoinFieldsProps) {
  const words = page.words.signIn.joining;
  return (
    <>
      <Field
        name="display_name"
        label={words.name}
        hint={words.nameHint}
        value={values.display_name}
        error={messages.display_name}
        autoComplete="name"
        isRequired
      />
      <Field
        name="handle"
        label={words.handle}
        hint={words.handleHint}
        value={values.handle}
        error={messages.handle}
        autoComplete="nickname"
        isCode
        isRequired
      />
      <EmailField label={words.email} hint={words.emailHint} value={values.email} error={messages.email} />
      <NewPassword words={words} error={messages.password} />
      <Field
        name="birth_date"
        type="date"
        label={words.birthDate}
        hint={words.birthDateHint}
        value={values.birth_date}
        error={messages.birth_date}
        autoComplete="bday"
        isRequired
      />
      <GuardianEmail words={words} guardianBelow={guardianBelow} values={values} error={messages.guardian_email} />
    </>
  );
}

interface GuardianEmailProps extends Pick<JoinProps, 'guardianBelow' | 'values'> {
  words: Words['signIn']['joining'];
  error: string | undefined;
}

/** Without the script, everybody sees the field. With it, only those whose date of birth asks for it. */
function GuardianEmail({ words, guardianBelow, values, error }: GuardianEmailProps) {
  if (guardianBelow === 0) return null;
  return (
    <div data-guardian-below={guardianBelow}>
      <Field
        name="guardian_email"
        type="email"
        label={words.guardian.label}
        hint={words.guardian.hint(guardianBelow)}
        value={values.guardian_email}
        error={error}
        autoComplete="off"
      />
    </div>
  );
}

function NewPassword({ words, error }: { words: Words['signIn']['joining']; error: string | undefined }) {
  return <PasswordField label={words.password} hint={words.passwordHint} error={error} autoComplete="new-password" />;
}

/** Says it kindly, and shows no form: another date would be a lie. */
export function TooYoungPage({ page }: { page: PageContext }) {
  const { tooYoung } = page.words.signIn.joining;
  return (
    <Page page={page} title={tooYoung.title}>
      <Message title={tooYoung.title} lead={tooYoung.text}>
        <div className="ui-buttons" data-forget-form>
          <LinkButton href="/">{tooYoung.home}</LinkButton>
        </div>
      </Message>
    </Page>
  );
}

/** Where the operator makes the accounts. */
export function ClosedPage({ page, next }: { page: PageContext; next: string | null }) {
  const words = page.words.signIn.joining;
  return (
    <Page page={page} title={words.closed.title}>
      <Message title={words.closed.title} lead={words.closed.lead}>
        <div className="ui-buttons">
          <LinkButton href={logInUrl(next)}>{words.logIn}</LinkButton>
        </div>
      </Message>
    </Page>
  );
}
