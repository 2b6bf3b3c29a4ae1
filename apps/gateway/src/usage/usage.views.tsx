import type { ReactNode } from 'react';
import { LocalTime } from '@shipyard/pages';
import { Callout, PersonText } from '@shipyard/ui';
import { DayChart, grouped, Part, Sum } from '../pages';
import type { OwnRequestView } from '../self-service';
import type { MemberPage } from './member-pages';
import { TableBox, UsagePage } from './usage-page';
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
        {days === null ? words.unknown : days <= 0 ? words.over : words.days(grouped(String(Math.floor(days))))}
      </Figure>
    </dl>
  );
}

const Figure = ({ term, note, children }: { term: string; note: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd className="ui-figure">{children}</dd>
    <dd className="ui-figure-note">{note}</dd>
  </div>
);

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
        <TableBox label={title}>
          <thead>
            <tr>
              <th scope="col">{name}</th>
              {[words.requests, words.failed, words.charged].map((each) => (
                <th key={each} scope="col" className="ui-table-number">
                  {each}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                <td>
                  <PersonText text={row.name} />
                </td>
                <td className="ui-table-number">{grouped(String(row.usage.requests))}</td>
                <td className="ui-table-number">{grouped(String(row.usage.errors))}</td>
                <td className="ui-table-number">
                  <Sum cny={row.usage.cost_cny} />
                </td>
              </tr>
            ))}
          </tbody>
        </TableBox>
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
        <TableBox label={words.errors}>
          <thead>
            <tr>
              {[words.when, words.model, words.error, words.whatToDo].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {errors.map((error) => (
              <tr key={error.request_id}>
                <td>
                  <LocalTime page={page} time={new Date(error.at)} />
                </td>
                <td>{error.model ?? words.noModel}</td>
                <td>
                  {error.status} <code>{error.code}</code>
                </td>
                <td>{adviceFor(error)}</td>
              </tr>
            ))}
          </tbody>
        </TableBox>
      )}
      <p className="ui-hint">
        <a href="/docs/errors">{words.allErrors}</a>
      </p>
    </Part>
  );
}
