import type { ReactNode } from 'react';
import { Callout, LinkButton } from '@shipyard/ui';
import type { Caller } from '../../accounts';
import { lacksOf, type SetupCheck, type SetupFacts } from '../../setup';
import { ConsolePage } from '../console/console-page';
import { CONSOLE_HOME, CONSOLE_PARTS } from '../console/console-parts';
import { NEW_PROGRAM_URL, PROGRAMS_URL } from '../console-programs/program-urls';
import type { PageContext } from '../page-context';

interface SetupProps {
  page: PageContext;
  caller: Caller;
  facts: SetupFacts;
}

/** What is there and what is missing, each with what to do about it. */
export function SetupPage({ page, caller, facts }: SetupProps) {
  const words = page.words.consoleSetup;
  const lacks = lacksOf(facts);
  const rest = Object.values(facts.checks).includes('checking') ? words.checking : words.complete;
  return (
    <ConsolePage page={page} caller={caller} part="setup" title={words.title}>
      <div className="ui-column">
        <h1 className="ui-title">{words.title}</h1>
        <p className="ui-lead">{lacks.length === 0 ? rest : words.missing(lacks.length)}</p>
        <ol className="ui-setup">
          <Step page={page} title={words.program.title} standing={lacks.includes('program') ? 'missing' : 'there'}>
            <ProgramStep page={page} facts={facts} />
          </Step>
          <Step page={page} title={words.staff.title} standing={lacks.includes('staff') ? 'missing' : 'there'}>
            <StaffStep page={page} facts={facts} />
          </Step>
          <CheckStep page={page} facts={facts} check="mail" isMissing={lacks.includes('mail')} />
          <CheckStep page={page} facts={facts} check="gateway" isMissing={lacks.includes('gateway')} />
        </ol>
        {lacks.length === 0 && (
          <div className="ui-buttons">
            <LinkButton href={CONSOLE_HOME}>{words.toConsole}</LinkButton>
          </div>
        )}
      </div>
    </ConsolePage>
  );
}

type PartProps = Omit<SetupProps, 'caller'>;
/** `trial`: what is there is enough to try the software, and nobody gets a mail. */
type StepStanding = 'there' | 'trial' | 'missing' | 'checking';

const KINDS = { there: 'tip', trial: 'note', missing: 'warning', checking: 'note' } as const;

interface StepProps {
  page: PageContext;
  title: string;
  standing: StepStanding;
  children: ReactNode;
}

const Step = ({ page, title, standing, children }: StepProps) => (
  <li>
    <Callout kind={KINDS[standing]} word={page.words.consoleSetup.standings[standing]}>
      <h2 className="ui-section-title">{title}</h2>
      {children}
    </Callout>
  </li>
);

function ProgramStep({ page, facts: { programs } }: PartProps) {
  const words = page.words.consoleSetup.program;
  return (
    <>
      <p>{words.fact(programs.all, programs.open)}</p>
      <p>
        {programs.all === 0 ? (
          <a href={NEW_PROGRAM_URL}>{words.create}</a>
        ) : (
          <a href={PROGRAMS_URL}>{programs.open === 0 ? words.reopen : words.look}</a>
        )}
      </p>
    </>
  );
}

const PART_NAMES: readonly string[] = CONSOLE_PARTS.map(({ name }) => name);
/** Where admins give roles, if the console has that part. */
const ACCOUNTS = 'accounts';

function StaffStep({ page, facts: { staff } }: PartProps) {
  const words = page.words.consoleSetup.staff;
  return (
    <>
      <p>{words.fact(staff.reviewer, staff.fulfilment, staff.admin)}</p>
      {staff.reviewer === 1 && <p>{words.secondReviewer}</p>}
      <p>
        {words.how}{' '}
        {PART_NAMES.includes(ACCOUNTS) ? (
          <a href={`${CONSOLE_HOME}/${ACCOUNTS}`}>{words.accounts}</a>
        ) : (
          <code>{'PATCH /api/v1/admin/accounts/<id> {"roles": ["participant", "reviewer"]}'}</code>
        )}
      </p>
    </>
  );
}

/** The names in the environment of the worker. */
const SETTINGS: Readonly<Record<SetupCheck, readonly string[]>> = {
  mail: ['SMTP_URL=smtps://user:password@host:465', 'MAIL_FROM', 'SUBMISSION_PUBLIC_URL'],
  gateway: ['GATEWAY_URL', 'REVIEW_GATEWAY_KEY=gwk_…', 'REVIEW_MODEL'],
};

function CheckStep({ page, facts, check, isMissing }: PartProps & { check: SetupCheck; isMissing: boolean }) {
  const words = page.words.consoleSetup[check];
  const standing = facts.checks[check];
  const isChecking = standing === 'checking';
  return (
    <Step page={page} title={words.title} standing={standingOf(standing, isMissing)}>
      <p>{words.facts[standing]}</p>
      {!isChecking && isMissing && (
        <p>
          {page.words.consoleSetup.settings}{' '}
          {SETTINGS[check].map((setting, at) => (
            <span key={setting}>
              {at > 0 && ' '}
              <code>{setting}</code>
            </span>
          ))}
        </p>
      )}
    </Step>
  );
}

function standingOf(fact: SetupFacts['checks'][SetupCheck], isMissing: boolean): StepStanding {
  if (fact === 'checking') return 'checking';
  if (isMissing) return 'missing';
  return fact === 'files' ? 'trial' : 'there';
}
