import { FormErrors, LocalTime, QrCode } from '@shipyard/pages';
import { Button, Callout, Field, Table } from '@shipyard/ui';
import type { ConsoleSessionView, TotpAnswer, TotpBegunView } from '../operators';
import { CsrfField, Part } from '../pages';
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

/** The secret as a picture for the camera, and as text for who has none. */
export function ScanPage({ page, begun, problem }: FactorProps & { begun: TotpBegunView }) {
  const { secondFactor: words, entrance } = page.words.console;
  const messages = { code: problem === null ? undefined : entrance.codeWrong };
  return (
    <UsagePage page={page} part={null} title={words.scan} isError={problem !== null}>
      <div className="ui-column">
        <h1 className="ui-title">{words.scan}</h1>
        <p className="ui-lead">{words.scanLead}</p>
        <QrCode text={begun.otpauth_url} label={words.qrCode} />
        <p className="ui-text">
          {words.orType} <code>{begun.secret}</code>
        </p>
        <FormErrors words={page.words.console} messages={messages} labels={{ code: words.firstCode }} />
        <form
          className="ui-sheet ui-fields"
          method="post"
          action={usageUrl('account', 'second-factor', 'confirm')}
          noValidate
        >
          <CsrfField page={page} />
          <input type="hidden" name="secret" value={begun.secret} />
          <input type="hidden" name="otpauth_url" value={begun.otpauth_url} />
          <Field name="code" label={words.firstCode} error={messages.code} autoComplete="one-time-code" isRequired />
          <div className="ui-buttons">
            <Button>{words.confirm}</Button>
          </div>
        </form>
      </div>
    </UsagePage>
  );
}

export function RecoveryCodesPage({ page, codes }: { page: MemberPage; codes: string[] }) {
  const words = page.words.console.secondFactor;
  return (
    <UsagePage page={page} part={null} title={words.recovery}>
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
          <a className="ui-button ui-button-primary" href={usageUrl('account')}>
            {words.kept}
          </a>
        </div>
      </div>
    </UsagePage>
  );
}
