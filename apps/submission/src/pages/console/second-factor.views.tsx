import { FormErrors, LocalTime, QrCode } from '@shipyard/pages';
import { Button, Field } from '@shipyard/ui';
import type { Caller, TotpView } from '../../accounts';
import { CopyButton } from '../copy-button';
import type { PageContext } from '../page-context';
import { SECOND_FACTOR_URL } from './console-entrance.views';
import { ConsolePage, CsrfField } from './console-page';

interface FactorProps {
  page: PageContext;
  caller: Caller;
  problem: 'wrong' | 'too_fast' | null;
}

export function SecondFactorPage({ page, caller, standing, problem }: FactorProps & { standing: TotpView }) {
  const words = page.words.console.secondFactor;
  return (
    <ConsolePage page={page} caller={caller} part={null} title={words.title} isError={problem !== null}>
      <div className="ui-column">
        <h1 className="ui-title">{words.title}</h1>
        {standing.enabled && standing.enabled_at ? (
          <>
            <p className="ui-lead">
              {words.onSince} <LocalTime page={page} time={new Date(standing.enabled_at)} />
            </p>
            <p className="ui-text">{words.codesLeft(standing.recovery_codes_left)}</p>
          </>
        ) : (
          <Begin page={page} isRequired={standing.required} problem={problem} />
        )}
      </div>
    </ConsolePage>
  );
}

function Begin({ page, isRequired, problem }: Pick<FactorProps, 'page' | 'problem'> & { isRequired: boolean }) {
  const words = page.words.console.secondFactor;
  const messages = { password: problem === null ? undefined : words.passwordWrong };
  return (
    <>
      <p className="ui-lead">{isRequired ? words.required : words.lead}</p>
      <FormErrors words={page.words} messages={messages} labels={{ password: words.password }} />
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
export function ScanPage({ page, caller, secret, problem }: FactorProps & { secret: string }) {
  const words = page.words.console.secondFactor;
  const messages = { code: problem === null ? undefined : page.words.console.entrance.problems[problem] };
  const url = `otpauth://totp/Shipyard:${encodeURIComponent(caller.handle)}?secret=${encodeURIComponent(secret)}&issuer=Shipyard`;
  return (
    <ConsolePage page={page} caller={caller} part={null} title={words.scan} isError={problem !== null}>
      <div className="ui-column">
        <h1 className="ui-title">{words.scan}</h1>
        <p className="ui-lead">{words.scanLead}</p>
        <QrCode text={url} label={words.qrCode} />
        <p className="ui-text">
          {words.orType} <code id="secret">{secret}</code> <CopyButton of="secret">{words.copy}</CopyButton>
        </p>
        <FormErrors words={page.words} messages={messages} labels={{ code: words.firstCode }} />
        <form className="ui-sheet ui-fields" method="post" action={`${SECOND_FACTOR_URL}/confirm`} noValidate>
          <CsrfField page={page} />
          <input type="hidden" name="secret" value={secret} />
          <Field name="code" label={words.firstCode} error={messages.code} autoComplete="one-time-code" isRequired />
          <div className="ui-buttons">
            <Button>{words.confirm}</Button>
          </div>
        </form>
      </div>
    </ConsolePage>
  );
}

export function RecoveryCodesPage({ page, caller, codes }: Pick<FactorProps, 'page' | 'caller'> & { codes: string[] }) {
  const words = page.words.console.secondFactor;
  return (
    <ConsolePage page={page} caller={caller} part={null} title={words.recovery}>
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
          <a className="ui-button ui-button-primary" href="/console">
            {words.kept}
          </a>
        </div>
      </div>
    </ConsolePage>
  );
}
