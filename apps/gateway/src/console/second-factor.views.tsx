import { LocalTime, PasswordStep, RecoveryCodes } from '@shipyard/pages';
import { Button } from '@shipyard/ui';
import type { TotpAnswer, TotpBegunView } from '../operators';
import { CONSOLE_HOME, type PageContext, type ProofProblem, ScanStep } from '../pages';
import { ConsolePage } from './console-page';
import { SECOND_FACTOR_URL } from './console-parts';

interface FactorProps {
  page: PageContext;
  problem: ProofProblem | null;
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
  return (
    <>
      <p className="ui-lead">{words.lead}</p>
      <PasswordStep
        page={page}
        words={words}
        errorWords={page.words.console}
        action={SECOND_FACTOR_URL}
        error={problem === null ? undefined : text}
        button={<Button>{words.begin}</Button>}
      />
    </>
  );
}

export function ScanPage({ page, begun, problem }: FactorProps & { begun: TotpBegunView }) {
  const words = page.words.console.secondFactor;
  return (
    <ConsolePage page={page} part={null} title={words.scan} isError={problem !== null}>
      <ScanStep page={page} begun={begun} problem={problem} action={`${SECOND_FACTOR_URL}/confirm`} />
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
