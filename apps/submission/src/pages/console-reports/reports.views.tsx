import type { FormFields, HttpError } from '@shipyard/http';
import { CsrfField, FormErrors, LocalTime, Refusal } from '@shipyard/pages';
import { Button, Field, LinkButton, Pager, PersonText, Table, TextField } from '@shipyard/ui';
import type { ReportReasonsView, ReportView } from '../../abuse-reports';
import type { Caller } from '../../accounts';
import { ConsolePage } from '../console/console-page';
import { consoleUrl } from '../console/console-parts';
import type { PageContext } from '../page-context';
import { reportsAfter } from './reports-place';
import { refusalText } from './refusal-text';
import { TAKEDOWNS, takedownUrl } from './takedown-address';

export const REPORT_ROWS = 40;

interface ListProps {
  page: PageContext;
  reports: ReportView[];
  /** Whether this is the first page. */
  isFirst: boolean;
  hasMore: boolean;
}

export function ReportsPage({ caller, ...list }: ListProps & { caller: Caller }) {
  const { page, reports, isFirst } = list;
  const words = page.words.consoleReports;
  return (
    <ConsolePage page={page} caller={caller} part="reports" title={words.title}>
      <h1 className="ui-title">{words.title}</h1>
      <p className="ui-text">{words.lead}</p>
      <form className="ui-filters" method="get" action={TAKEDOWNS} role="search">
        <Field name="slug" type="search" label={words.bySlug} autoComplete="off" isCode />
        <Button kind="secondary">{words.toTakedown}</Button>
      </form>
      {reports.length === 0 ? (
        <p className="ui-lead">
          {isFirst ? words.none : words.noMore} {!isFirst && <a href={consoleUrl('reports')}>{words.showFirst}</a>}
        </p>
      ) : (
        <Rows {...list} />
      )}
      <Places {...list} />
    </ConsolePage>
  );
}

function Rows({ page, reports }: ListProps) {
  const words = page.words.consoleReports;
  return (
    <Table
      label={words.title}
      caption={words.order}
      rows={reports}
      keyOf={({ id }) => id}
      columns={[
        {
          name: words.project,
          cell: ({ id, project }) => (
            <a href={consoleUrl('reports', id)}>
              <PersonText text={project.name} />
            </a>
          ),
        },
        { name: words.maker, cell: ({ project }) => <PersonText text={project.creator.display_name} /> },
        { name: words.count, isNumber: true, cell: ({ count }) => count },
        { name: words.newest, cell: ({ newest_reason: reason }) => <PersonText text={shortened(reason)} /> },
        { name: words.since, cell: ({ newest_at: at }) => <LocalTime page={page} time={at} /> },
      ]}
    />
  );
}

const SHOWN = 140;

function shortened(text: string): string {
  const letters = [...text];
  return letters.length > SHOWN ? `${letters.slice(0, SHOWN).join('')}…` : text;
}

function Places({ page, reports, isFirst, hasMore }: ListProps) {
  const words = page.words.consoleReports;
  const last = reports.at(-1);
  if (isFirst && !hasMore) return null;
  return (
    <Pager
      label={words.places}
      range={page.words.consoleLists.reportsShown(reports.length)}
      newer={{ text: page.words.consoleLists.toStart, href: isFirst ? null : consoleUrl('reports') }}
      older={{
        text: words.after,
        href: last && hasMore ? reportsAfter({ count: last.count, at: last.newest_at, id: last.id }) : null,
      }}
    />
  );
}

interface ReportProps {
  page: PageContext;
  caller: Caller;
  reportId: string;
  report: ReportReasonsView;
  fields: FormFields;
  isReasonWrong?: boolean;
  refusal?: HttpError;
}

export function ReportPage(props: ReportProps) {
  const { page, caller, report, isReasonWrong = false, refusal } = props;
  const words = page.words.consoleReports;
  const title = words.reported(report.project.name);
  return (
    <ConsolePage
      page={page}
      caller={caller}
      part="reports"
      title={title}
      isError={isReasonWrong || refusal !== undefined}
    >
      <div className="ui-column">
        <p>
          <a href={consoleUrl('reports')}>{words.backToList}</a>
        </p>
        <h1 className="ui-title">
          <PersonText text={title} />
        </h1>
        {refusal && <Refusal page={page} title={words.refused} message={refusalText(page.words, refusal)} />}
        <div className="ui-buttons">
          <LinkButton kind="secondary" href={takedownUrl(report.project.slug)}>
            {words.toTakedown}
          </LinkButton>
          <LinkButton kind="quiet" href={`/projects/${report.project.slug}`}>
            {words.publicPage}
          </LinkButton>
        </div>
        <Reasons page={page} report={report} />
        <CloseForm {...props} />
      </div>
    </ConsolePage>
  );
}

function Reasons({ page, report: { reasons, closed } }: Pick<ReportProps, 'page' | 'report'>) {
  const words = page.words.consoleReports;
  return (
    <>
      <section className="ui-section">
        <h2 className="ui-section-title">{words.reasons}</h2>
        <p className="ui-hint">{words.untrusted}</p>
        <ul className="ui-decision-history">
          {reasons.map(({ reason, at }, index) => (
            <li key={index}>
              <p className="ui-console-lines">
                <PersonText text={reason} />
              </p>
              <LocalTime page={page} time={at} />
            </li>
          ))}
        </ul>
      </section>
      {closed.length > 0 && (
        <section className="ui-section">
          <h2 className="ui-section-title">{words.closedBefore}</h2>
          <ul className="ui-decision-history">
            {closed.map(({ id, count, newest_reason: reason, closed_at: at }) => (
              <li key={id}>
                <a href={consoleUrl('reports', id)}>
                  {words.closedOne(count)} <LocalTime page={page} time={at} />
                </a>
                <p>
                  <PersonText text={shortened(reason)} />
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function CloseForm({ page, reportId, fields, isReasonWrong = false }: ReportProps) {
  const words = page.words.consoleReports;
  const messages = { reason: isReasonWrong ? words.reasonWrong : undefined };
  return (
    <section className="ui-section">
      <h2 className="ui-section-title">{words.close.title}</h2>
      <p className="ui-text">{words.close.lead}</p>
      <FormErrors words={page.words} messages={messages} labels={{ reason: words.reason }} />
      <form className="ui-sheet ui-fields" method="post" action={consoleUrl('reports', reportId, 'close')} noValidate>
        <CsrfField page={page} />
        <TextField
          name="reason"
          label={words.reason}
          value={fields.reason}
          error={messages.reason}
          autoComplete="off"
          isRequired
        />
        <div className="ui-buttons">
          <Button>{words.close.close}</Button>
        </div>
      </form>
    </section>
  );
}
