import { CsrfField, FormErrors, LocalTime, RecoveryCodes, ScanSecret } from '@shipyard/pages';
import { Button, Callout, Field, Table } from '@shipyard/ui';
import type { ConsoleSessionView, TotpAnswer, TotpBegunView } from '../operators';
import { Part } from '../pages';
import type { MemberPage } from './member-pages';
import { UsagePage } from './usage-page';
import { usageUrl } from './usage-parts';

export type FactorProblem = 'wrong' | 'too_fast';

interface FactorProps {
  page: MemberPage;
  problem: FactorProblem | null;
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
  const messages = { password: problem === null ? undefined : text };
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
      <FormErrors words={page.words.console} messages={messages} labels={{ password: words.password }} />
      <form
        className="ui-sheet ui-fields"
        method="post"
        action={usageUrl('account', 'second-factor', ...(isOn ? ['off'] : []))}
        noValidate
      >
        <CsrfField page={page} />
        <Field
          name="password"
          type="password"
          label={words.password}
          error={messages.password}
          autoComplete="current-password"
          isRequired
        />
        {isOn && (
          <Field name="code" label={entrance.code} hint={entrance.codeHint} autoComplete="one-time-code" isRequired />
        )}
        <div className="ui-buttons">
          <Button kind={isOn ? 'danger' : 'primary'}>{isOn ? account.turnOff : words.begin}</Button>
        </div>
      </form>
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
  <form method="post" action={usageUrl('account', 'sessions', id, 'end')}>
    <CsrfField page={page} />
    <Button kind="secondary">{text}</Button>
  </form>
);

export function ScanPage({ page, begun, problem }: FactorProps & { begun: TotpBegunView }) {
  const { secondFactor: words, entrance } = page.words.console;
  return (
    <UsagePage page={page} part={null} title={words.scan} isError={problem !== null}>
      <ScanSecret
        page={page}
        words={words}
        errorWords={page.words.console}
        url={begun.otpauth_url}
        secret={begun.secret}
        hidden={{ otpauth_url: begun.otpauth_url }}
        error={problem === null ? undefined : entrance.codeWrong}
        action={usageUrl('account', 'second-factor', 'confirm')}
      />
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
