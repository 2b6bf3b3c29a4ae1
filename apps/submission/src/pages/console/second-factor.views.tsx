import { CopyButton, CsrfField, FormErrors, LocalTime, RecoveryCodes, ScanSecret } from '@shipyard/pages';
import { Button, Field } from '@shipyard/ui';
import type { Caller, TotpView } from '../../accounts';
import type { PageContext } from '../page-context';
import { SECOND_FACTOR_URL } from './console-entrance.views';
import { ConsolePage } from './console-page';

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

export function ScanPage({ page, caller, secret, problem }: FactorProps & { secret: string }) {
  const { secondFactor: words, entrance } = page.words.console;
  const name = encodeURIComponent(caller.handle);
  return (
    <ConsolePage page={page} caller={caller} part={null} title={words.scan} isError={problem !== null}>
      <ScanSecret
        page={page}
        words={words}
        errorWords={page.words}
        url={`otpauth://totp/Shipyard:${name}?secret=${encodeURIComponent(secret)}&issuer=Shipyard`}
        secret={secret}
        beside={<CopyButton of="secret">{words.copy}</CopyButton>}
        error={problem === null ? undefined : entrance.problems[problem]}
        action={`${SECOND_FACTOR_URL}/confirm`}
      />
    </ConsolePage>
  );
}

export function RecoveryCodesPage({ page, caller, codes }: Pick<FactorProps, 'page' | 'caller'> & { codes: string[] }) {
  const words = page.words.console.secondFactor;
  return (
    <ConsolePage page={page} caller={caller} part={null} title={words.recovery}>
      <RecoveryCodes words={words} codes={codes} next="/console" />
    </ConsolePage>
  );
}
