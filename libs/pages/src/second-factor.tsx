import { Button, Field, PasswordField } from '@shipyard/ui';
import type { ReactNode } from 'react';
import { CsrfField } from './csrf-field';
import { FormErrors, type FormErrorWords } from './form-errors';
import type { PageContext } from './page-context';
import { QrCode } from './qr-code';

interface PasswordStepProps {
  page: Pick<PageContext, 'session'>;
  words: { password: string };
  errorWords: FormErrorWords;
  error: string | undefined;
  action: string;
  /** What else is asked for. */
  more?: ReactNode;
  button: ReactNode;
}

/** Asks for the password before the second factor is changed. */
export const PasswordStep = ({ page, words, errorWords, error, action, more, button }: PasswordStepProps) => (
  <>
    <FormErrors words={errorWords} messages={{ password: error }} labels={{ password: words.password }} />
    <form className="ui-sheet ui-fields" method="post" action={action} noValidate>
      <CsrfField page={page} />
      <PasswordField label={words.password} error={error} />
      {more}
      <div className="ui-buttons">{button}</div>
    </form>
  </>
);

interface ScanSecretProps {
  page: Pick<PageContext, 'session'>;
  words: { scan: string; scanLead: string; qrCode: string; orType: string; firstCode: string; confirm: string };
  errorWords: FormErrorWords;
  /** What the picture says: an address of the scheme otpauth. */
  url: string;
  secret: string;
  /** Beside the secret, such as a button that copies it. */
  beside?: ReactNode;
  error: string | undefined;
  action: string;
  /** What the form carries on, besides the secret. */
  hidden?: Readonly<Record<string, string>>;
}

/** The secret as a picture for the camera, and as text for who has none, and a field for the first code. */
export function ScanSecret(props: ScanSecretProps) {
  const { page, words, errorWords, url, secret, beside, error, action, hidden = {} } = props;
  return (
    <div className="ui-column">
      <h1 className="ui-title">{words.scan}</h1>
      <p className="ui-lead">{words.scanLead}</p>
      <QrCode text={url} label={words.qrCode} />
      <p className="ui-text">
        {words.orType} <code id="secret">{secret}</code> {beside}
      </p>
      <FormErrors words={errorWords} messages={{ code: error }} labels={{ code: words.firstCode }} />
      <form className="ui-sheet ui-fields" method="post" action={action} noValidate>
        <CsrfField page={page} />
        {Object.entries({ secret, ...hidden }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Field name="code" label={words.firstCode} error={error} autoComplete="one-time-code" isRequired />
        <div className="ui-buttons">
          <Button>{words.confirm}</Button>
        </div>
      </form>
    </div>
  );
}

interface RecoveryCodesProps {
  words: { recovery: string; recoveryLead: string; otherSessionsEnded: string; kept: string };
  codes: readonly string[];
  /** Where somebody goes who has kept them. */
  next: string;
}

/** Shown once. */
export const RecoveryCodes = ({ words, codes, next }: RecoveryCodesProps) => (
  <div className="ui-column">
    <h1 className="ui-title">{words.recovery}</h1>
    <p className="ui-lead">{words.recoveryLead}</p>
    <ul className="ui-sheet ui-recovery-codes">
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
    <p className="ui-text">{words.otherSessionsEnded}</p>
    <div className="ui-buttons">
      <a className="ui-button ui-button-primary" href={next}>
        {words.kept}
      </a>
    </div>
  </div>
);
