import { FormErrors, LocalTime, QrCode } from '@shipyard/pages';
import { Button, Field } from '@shipyard/ui';
import type { TotpAnswer, TotpBegunView } from '../operators';
import { CONSOLE_HOME, CsrfField, type PageContext } from '../pages';
import { ConsolePage } from './console-page';
import { SECOND_FACTOR_URL } from './console-parts';

interface FactorProps {
  page: PageContext;
  problem: 'wrong' | 'too_fast' | null;
}

export function SecondFactorPage({ page, totp, problem }: FactorProps & TotpAnswer) {
  const words = page.words.console.secondFactor;
  return (
    <ConsolePage page={page} part={null} title={words.title} isError={problem !== null}>
      <div className="ui-column">
        <h1 className="ui-title">{words.title}</h1>
        {totp.enabled && totp.enabled_at !== null ? (
          <>
            <p className="ui-lead">
              {words.onSince} <LocalTime page={page} time={new Date(totp.enabled_at)} />
            </p>
            <p className="ui-text">{words.codesLeft(totp.recovery_codes_left)}</p>
          </>
        ) : (
          <Begin page={page} problem={problem} />
        )}
      </div>
    </ConsolePage>
  );
}

function Begin({ page, problem }: FactorProps) {
  const { secondFactor: words, entrance } = page.words.console;
  const text = problem === 'too_fast' ? entrance.tooFast : words.passwordWrong;
  const messages = { password: problem === null ? undefined : text };
  return (
    <>
      <p className="ui-lead">{words.lead}</p>
      <FormErrors words={page.words.console} messages={messages} labels={{ password: words.password }} />
      <form className="ui-sheet ui-fields" method="post" action={SECOND_FACTOR_URL} noValidate>
        <CsrfField page={page} />
        <Field
          name="password"
          type="password"
          label={words.password}
          error={messages.password}
          autoComplete="current-password"
          isRequired
        />
        <div className="ui-buttons">
          <Button>{words.begin}</Button>
        </div>
      </form>
    </>
  );
}

/** The secret as a picture for the camera, and as text for who has none. */
export function ScanPage({ page, begun, problem }: FactorProps & { begun: TotpBegunView }) {
  const { secondFactor: words, entrance } = page.words.console;
  const messages = { code: problem === null ? undefined : entrance.codeWrong };
  return (
    <ConsolePage page={page} part={null} title={words.scan} isError={problem !== null}>
      <div className="ui-column">
        <h1 className="ui-title">{words.scan}</h1>
        <p className="ui-lead">{words.scanLead}</p>
        <QrCode text={begun.otpauth_url} label={words.qrCode} />
        <p className="ui-text">
          {words.orType} <code>{begun.secret}</code>
        </p>
        <FormErrors words={page.words.console} messages={messages} labels={{ code: words.firstCode }} />
        <form className="ui-sheet ui-fields" method="post" action={`${SECOND_FACTOR_URL}/confirm`} noValidate>
          <CsrfField page={page} />
          <input type="hidden" name="secret" value={begun.secret} />
          <input type="hidden" name="otpauth_url" value={begun.otpauth_url} />
          <Field name="code" label={words.firstCode} error={messages.code} autoComplete="one-time-code" isRequired />
          <div className="ui-buttons">
            <Button>{words.confirm}</Button>
          </div>
        </form>
      </div>
    </ConsolePage>
  );
}

export function RecoveryCodesPage({ page, codes }: { page: PageContext; codes: string[] }) {
  const words = page.words.console.secondFactor;
  return (
    <ConsolePage page={page} part={null} title={words.recovery}>
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
          <a className="ui-button ui-button-primary" href={CONSOLE_HOME}>
            {words.kept}
          </a>
        </div>
      </div>
    </ConsolePage>
  );
}
