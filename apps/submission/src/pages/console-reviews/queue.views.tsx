import { PROJECT_STATES } from '@shipyard/contracts';
import { Time } from '@shipyard/pages';
import {
  Button,
  CheckField,
  type Column,
  LinkButton,
  Pager,
  PersonText,
  SelectField,
  StateBadge,
  Table,
} from '@shipyard/ui';
import type { Caller } from '../../accounts';
import type { PageContext } from '../page-context';
import { ConsoleFilters } from '../console/console-filters';
import { ConsolePage } from '../console/console-page';
import { consoleUrl } from '../console/console-parts';
import { filterQuery, NO_FILTER, queueUrl, rowId } from './queue-address';
import { SavedFilters, type SavedProblem } from './saved-filters.views';
import { heldText } from './held-by';
import { Keys } from './keys.views';
import { isWithMaker, type QueuedProject, type ReviewQueue } from './queue.query';
import { durationText, secondsSince } from './wait-words';

interface QueueProps {
  page: PageContext;
  caller: Caller;
  queue: ReviewQueue;
  /** Why a filter was not saved, and how it was to be called. */
  problem?: SavedProblem;
  name?: string;
}

/** Recommended projects first, then those that wait longest. */
export function QueuePage({ page, caller, queue, problem, name }: QueueProps) {
  const words = page.words.consoleReviews.queue;
  return (
    <ConsolePage page={page} caller={caller} part="reviews" title={words.title} isError={Boolean(problem)}>
      <div className="ui-spread">
        <h1 className="ui-title">{words.title}</h1>
        {queue.first && (
          <span data-first-free="">
            <LinkButton href={queueUrl(queue.fields, queue.first.slug)}>{words.openFirst}</LinkButton>
          </span>
        )}
      </div>
      <Filters page={page} queue={queue} />
      <Keys page={page} of="queue" />
      {queue.projects.length === 0 ? <Nothing page={page} queue={queue} /> : <Rows page={page} queue={queue} />}
      {(queue.fields.after !== null || queue.next !== null) && (
        <Pager
          label={words.pages}
          range={page.words.consoleLists.shown(queue.projects.length)}
          newer={{
            text: page.words.consoleLists.toStart,
            href: queue.fields.after && queueUrl({ ...queue.fields, after: null }),
          }}
          older={{ text: words.after, href: queue.next && queueUrl({ ...queue.fields, after: queue.next }) }}
        />
      )}
      <SavedFilters page={page} queue={queue} problem={problem} name={name} />
    </ConsolePage>
  );
}

type PartProps = Pick<QueueProps, 'page' | 'queue'>;

function Filters({ page, queue: { fields, programs } }: PartProps) {
  const words = page.words.consoleReviews.queue;
  return (
    <ConsoleFilters page={page} action={queueUrl(NO_FILTER)}>
      <SelectField
        name="state"
        label={words.state}
        value={fields.state ?? ''}
        options={[
          { value: '', text: words.allWaiting },
          ...PROJECT_STATES.map((state) => ({ value: state, text: page.words.studio.states[state] })),
        ]}
      />
      <SelectField
        name="program"
        label={words.program}
        value={fields.program ?? ''}
        options={[
          { value: '', text: words.allPrograms },
          ...programs.map(({ id, name }) => ({ value: id, text: name })),
        ]}
      />
      <CheckField name="changed" label={words.changedOnly} isChecked={fields.isChanged} />
      <CheckField name="flag" label={page.words.consoleLists.flaggedOnly} isChecked={fields.isFlagged} />
      <CheckField name="minor" label={page.words.consoleLists.minorsOnly} isChecked={fields.isMinor} />
      <Button kind="secondary">{words.show}</Button>
    </ConsoleFilters>
  );
}

function Nothing({ page, queue: { fields } }: PartProps) {
  const words = page.words.consoleReviews.queue;
  const isFiltered = filterQuery(fields).size > 0;
  return (
    <p className="ui-lead">
      {isFiltered ? words.nothingLikeThat : words.nothing}{' '}
      {(isFiltered || fields.after !== null) && <a href={queueUrl(NO_FILTER)}>{words.showAll}</a>}
    </p>
  );
}

function Rows({ page, queue }: PartProps) {
  const words = page.words.consoleReviews.queue;
  return (
    <Table
      label={words.title}
      caption={words.order}
      columns={columnsOf(page, queue)}
      rows={queue.projects}
      keyOf={({ slug }) => rowId(slug)}
      hasIds
      liveUrl={LIVE_URL}
    />
  );
}

function columnsOf(page: PageContext, { fields }: ReviewQueue): Column<QueuedProject>[] {
  const { words } = page;
  const { queue } = words.consoleReviews;
  return [
    {
      name: queue.project,
      cell: (project) => (
        <>
          <a href={queueUrl(fields, project.slug)}>
            <PersonText text={project.name} />
          </a>
          {project.changed_since_review && <span className="ui-second"> {queue.changed}</span>}
        </>
      ),
    },
    {
      name: queue.state,
      cell: ({ slug, state }) => (
        <span data-state-of={slug}>
          <StateBadge state={state} word={words.studio.states[state]} />
        </span>
      ),
    },
    {
      name: queue.waiting,
      isNumber: true,
      cell: (project) => <Time time={project.waitingSince}>{waitText(words.consoleReviews, project)}</Time>,
    },
    { name: queue.maker, cell: ({ creator }) => <PersonText text={creator.display_name} /> },
    { name: queue.program, cell: ({ programName }) => <PersonText text={programName} /> },
    { name: queue.held, cell: (project) => <Holder page={page} project={project} /> },
  ];
}

/** What the project waits for, or how long it has waited for staff. */
export const waitText = (words: PageContext['words']['consoleReviews'], project: QueuedProject): string =>
  isWithMaker(project) ? words.queue.itsMaker : durationText(words.durations, secondsSince(project.waitingSince));

/** A script asks there who holds what. */
export const LIVE_URL = consoleUrl('reviews', 'new', 'live');

/** A script keeps it true. */
export const Holder = ({ page, project }: { page: PageContext; project: QueuedProject }) => (
  <span data-held-of={project.slug}>
    {heldText(page.words, project.heldBy, project.claim?.expires_at ?? null, new Date())}
  </span>
);
