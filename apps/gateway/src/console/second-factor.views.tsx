import { CsrfField, FormErrors, LocalTime, RecoveryCodes, ScanSecret } from '@shipyard/pages';
import { Button, Field } from '@shipyard/ui';
import type { TotpAnswer, TotpBegunView } from '../operators';
import { CONSOLE_HOME, type PageContext } from '../pages';
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

export function ScanPage({ page, begun, problem }: FactorProps & { begun: TotpBegunView }) {
  const { secondFactor: words, entrance } = page.words.console;
  return (
    <ConsolePage page={page} part={null} title={words.scan} isError={problem !== null}>
      <ScanSecret
        page={page}
        words={words}
        errorWords={page.words.console}
        url={begun.otpauth_url}
        secret={begun.secret}
        hidden={{ otpauth_url: begun.otpauth_url }}
        error={problem === null ? undefined : entrance.codeWrong}
        action={`${SECOND_FACTOR_URL}/confirm`}
      />
    </ConsolePage>
  );
}

export function RecoveryCodesPage({ page, codes }: { page: PageContext; codes: string[] }) {
  const words = page.words.console.secondFactor;
  return (
    <ConsolePage page={page} part={null} title={words.recovery}>
      <RecoveryCodes words={words} codes={codes} next={CONSOLE_HOME} />
    </ConsolePage>
  );
}
