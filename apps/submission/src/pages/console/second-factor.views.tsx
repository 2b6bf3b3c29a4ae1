import { CopyButton, LocalTime, PasswordStep, RecoveryCodes, ScanSecret } from '@shipyard/pages';
import { Button } from '@shipyard/ui';
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
  return (
    <>
      <p className="ui-lead">{isRequired ? words.required : words.lead}</p>
      <PasswordStep
        page={page}
        words={words}
        errorWords={page.words}
        error={problem === null ? undefined : words.passwordWrong}
        action={SECOND_FACTOR_URL}
        button={<Button>{words.begin}</Button>}
      />
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
