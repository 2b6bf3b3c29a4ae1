import { LocalTime } from '@shipyard/pages';
import { Callout, DayChart, Figure, grouped, PersonText, Sum, Table } from '@shipyard/ui';
import { Part } from '../pages';
import type { OwnRequestView } from '../self-service';
import type { MemberPage } from './member-pages';
import { UsagePage } from './usage-page';
import type { UsageFacts } from './usage.query';

interface Props {
  page: MemberPage;
  facts: UsageFacts;
}

/** What can be spent, what was spent, and what failed. */
export function OverviewPage({ page, facts }: Props) {
  const words = page.words.usage.overview;
  return (
    <UsagePage page={page} part="overview" title={words.title}>
      <h1 className="ui-title">
        <PersonText text={facts.customerName} />
      </h1>
      {facts.isStopped && (
        <div role="status">
          <Callout kind="caution" word={words.stopped}>
            <p>{words.stoppedLead}</p>
          </Callout>
        </div>
      )}
      <Figures page={page} facts={facts} />
      <Part id="spend" title={words.chart}>
        <DayChart words={words} days={facts.days} />
        <p className="ui-hint">{words.zone(facts.timeZone)}</p>
      </Part>
      <Groups page={page} id="models" title={words.byModel} name={words.model} none={words.chartEmpty}>
        {facts.models.map((usage) => ({ name: usage.model ?? words.noModel, usage }))}
      </Groups>
      <Groups page={page} id="keys" title={words.byKey} name={words.key} none={words.chartEmpty}>
        {facts.keys}
      </Groups>
      <Errors page={page} errors={facts.errors} />
    </UsagePage>
  );
}

function Figures({ page, facts }: Props) {
  const words = page.words.usage.overview;
  const { daysLeft: days } = facts;
  return (
    <dl className="ui-figures">
      <Figure term={words.canSpend} note={words.balance(facts.balanceCny, facts.creditLineCny)}>
        <Sum cny={facts.canSpendCny} />
      </Figure>
      <Figure term={words.held} note={words.heldWhy}>
        <Sum cny={facts.heldCny} />
      </Figure>
      <Figure term={words.lasts} note={words.atRate}>
        {lastsText(page, days)}
      </Figure>
    </dl>
  );
}

const YEAR_DAYS = 365;

function lastsText(page: MemberPage, days: number | null): string {
  const words = page.words.usage.overview;
  if (days === null) return words.unknown;
  if (days <= 0) return words.over;
  return days > YEAR_DAYS ? words.overYear : words.days(String(Math.floor(days)));
}

interface GroupsProps {
  page: MemberPage;
  id: string;
  title: string;
  name: string;
  none: string;
  children: UsageFacts['keys'];
}

function Groups({ page, id, title, name, none, children: rows }: GroupsProps) {
  const words = page.words.usage.overview;
  return (
    <Part id={id} title={title}>
      {rows.length === 0 ? (
        <p className="ui-hint">{none}</p>
      ) : (
        <Table
          label={title}
          rows={rows}
          keyOf={(_, at) => String(at)}
          columns={[
            { name, cell: (row) => <PersonText text={row.name} /> },
            { name: words.requests, isNumber: true, cell: ({ usage }) => grouped(String(usage.requests)) },
            { name: words.failed, isNumber: true, cell: ({ usage }) => grouped(String(usage.errors)) },
            { name: words.charged, isNumber: true, cell: ({ usage }) => <Sum cny={usage.cost_cny} /> },
          ]}
        />
      )}
    </Part>
  );
}

function Errors({ page, errors }: { page: MemberPage; errors: OwnRequestView[] }) {
  const words = page.words.usage.overview;
  /** A call that the client left has no code. */
  const adviceFor = ({ code, status }: OwnRequestView) => words.advice[code ?? String(status)] ?? words.otherAdvice;
  return (
    <Part id="errors" title={words.errors}>
      {errors.length === 0 ? (
        <p className="ui-hint">{words.noErrors}</p>
      ) : (
        <Table
          label={words.errors}
          rows={errors}
          keyOf={({ request_id }) => request_id}
          columns={[
            { name: words.when, cell: ({ at }) => <LocalTime page={page} time={new Date(at)} /> },
            { name: words.model, cell: ({ model }) => model ?? words.noModel },
            {
              name: words.error,
              cell: ({ status, code }) => (
                <>
                  {status} <code>{code}</code>
                </>
              ),
            },
            { name: words.whatToDo, cell: adviceFor },
          ]}
        />
      )}
      <p className="ui-hint">
        <a href="/docs/errors">{words.allErrors}</a>
      </p>
    </Part>
  );
}
