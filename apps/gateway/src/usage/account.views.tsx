import { ButtonForm, LocalTime, PasswordStep, RecoveryCodes } from '@shipyard/pages';
import { Button, Callout, Table } from '@shipyard/ui';
import type { ConsoleSessionView, TotpAnswer, TotpBegunView } from '../operators';
import { CodeField, Part, type ProofProblem, ScanStep } from '../pages';
import type { MemberPage } from './member-pages';
import { UsagePage } from './usage-page';
import { usageUrl } from './usage-parts';

interface FactorProps {
  page: MemberPage;
  problem: ProofProblem | null;
}

interface AccountProps extends FactorProps, TotpAnswer {
  sessions: ConsoleSessionView[];
  isDone: boolean;
}

export function AccountPage({ page, problem, totp, sessions, isDone }: AccountProps) {
  const words = page.words.usage.account;
  return (
    <UsagePage page={page} part={null} title={words.title} isError={problem !== null}>
      <h1 className="ui-title">{words.title}</h1>
      {isDone && (
        <div role="status">
          <Callout kind="tip" word={words.done}>
            <p>{words.doneLead}</p>
          </Callout>
        </div>
      )}
      <Part id="factor" title={page.words.console.secondFactor.title}>
        <SecondFactor page={page} problem={problem} totp={totp} />
      </Part>
      <Part id="sessions" title={words.sessions}>
        <Sessions page={page} sessions={sessions} />
      </Part>
    </UsagePage>
  );
}

function SecondFactor({ page, problem, totp }: FactorProps & TotpAnswer) {
  const { account } = page.words.usage;
  const { secondFactor: words, entrance } = page.words.console;
  const isOn = totp.enabled_at !== null;
  const text = problem === 'too_fast' ? entrance.tooFast : isOn ? account.wrong : words.passwordWrong;
  return (
    <>
      {totp.enabled_at !== null ? (
        <>
          <p className="ui-text">
            {words.onSince} <LocalTime page={page} time={new Date(totp.enabled_at)} />
          </p>
          <p className="ui-text">{words.codesLeft(totp.recovery_codes_left)}</p>
        </>
      ) : (
        <p className="ui-text">{words.lead}</p>
      )}
      <PasswordStep
        page={page}
        words={words}
        errorWords={page.words.console}
        action={usageUrl('account', 'second-factor', ...(isOn ? ['off'] : []))}
        error={problem === null ? undefined : text}
        more={isOn && <CodeField page={page} error={undefined} />}
        button={<Button kind={isOn ? 'danger' : 'primary'}>{isOn ? account.turnOff : words.begin}</Button>}
      />
    </>
  );
}

function Sessions({ page, sessions }: Pick<AccountProps, 'page' | 'sessions'>) {
  const words = page.words.usage.account;
  return (
    <>
      <Table
        label={words.sessions}
        rows={sessions}
        keyOf={({ id }) => id}
        columns={[
          { name: words.since, cell: ({ created_at }) => <LocalTime page={page} time={new Date(created_at)} /> },
          { name: words.lastSeen, cell: ({ last_seen_at }) => <LocalTime page={page} time={new Date(last_seen_at)} /> },
          {
            name: words.end,
            cell: ({ id, current }) => (current ? words.current : <EndForm page={page} id={id} text={words.end} />),
          },
        ]}
      />
      {sessions.length > 1 && <EndForm page={page} id="others" text={words.endOthers} />}
    </>
  );
}

const EndForm = ({ page, id, text }: { page: MemberPage; id: string; text: string }) => (
  <ButtonForm page={page} action={usageUrl('account', 'sessions', id, 'end')} kind="secondary" isBeside>
    {text}
  </ButtonForm>
);

export function ScanPage({ page, begun, problem }: FactorProps & { begun: TotpBegunView }) {
  const words = page.words.console.secondFactor;
  return (
    <UsagePage page={page} part={null} title={words.scan} isError={problem !== null}>
      <ScanStep page={page} begun={begun} problem={problem} action={usageUrl('account', 'second-factor', 'confirm')} />
    </UsagePage>
  );
}

export function RecoveryCodesPage({ page, codes }: { page: MemberPage; codes: string[] }) {
  const words = page.words.console.secondFactor;
  return (
    <UsagePage page={page} part={null} title={words.recovery}>
      <RecoveryCodes words={words} codes={codes} next={usageUrl('account')} />
    </UsagePage>
  );
}
