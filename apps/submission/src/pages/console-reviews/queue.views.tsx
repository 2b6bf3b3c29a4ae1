import { PROJECT_STATES } from '@shipyard/contracts';
import { Time } from '@shipyard/pages';
import { Button, CheckField, LinkButton, Pager, PersonText, SelectField, StateBadge } from '@shipyard/ui';
import type { Caller } from '../../accounts';
import type { PageContext } from '../page-context';
import { ConsolePage } from '../console/console-page';
import { consoleUrl } from '../console/console-parts';
import { filterQuery, NO_FILTER, queueUrl, rowId } from './queue-address';
import { SavedFilters, type SavedProblem } from './saved-filters.views';
import { heldText } from './held-by';
import { Keys } from './keys.views';
import type { QueuedProject, ReviewQueue } from './queue.query';
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
    <form className="ui-filters" method="get" action={queueUrl(NO_FILTER)} role="search">
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
    </form>
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
    <div className="ui-table-box" tabIndex={0} role="region" aria-label={words.title} data-live-claims={LIVE_URL}>
      <table className="ui-table">
        <caption>{words.order}</caption>
        <thead>
          <tr>
            <th scope="col">{words.project}</th>
            <th scope="col">{words.maker}</th>
            <th scope="col">{words.program}</th>
            <th scope="col">{words.state}</th>
            <th scope="col" className="ui-table-number">
              {words.waiting}
            </th>
            <th scope="col">{words.held}</th>
          </tr>
        </thead>
        <tbody>
          {queue.projects.map((project) => (
            <Row key={project.id} page={page} project={project} href={queueUrl(queue.fields, project.slug)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ page, project, href }: { page: PageContext; project: QueuedProject; href: string }) {
  const words = page.words.consoleReviews;
  return (
    <tr id={rowId(project.slug)}>
      <th scope="row" className="ui-table-name">
        <a href={href}>
          <PersonText text={project.name} />
        </a>
        {project.changed_since_review && <span className="ui-second"> {words.queue.changed}</span>}
      </th>
      <td>
        <PersonText text={project.creator.display_name} />
      </td>
      <td>
        <PersonText text={project.programName} />
      </td>
      <td data-state-of={project.slug}>
        <StateBadge state={project.state} word={page.words.studio.states[project.state]} />
      </td>
      <td className="ui-table-number">
        <Time time={project.waitingSince}>{durationText(words.durations, secondsSince(project.waitingSince))}</Time>
      </td>
      <td>
        <Holder page={page} project={project} />
      </td>
    </tr>
  );
}

/** A script asks there who holds what. */
export const LIVE_URL = consoleUrl('reviews', 'new', 'live');

/** A script keeps it true. */
export const Holder = ({ page, project }: { page: PageContext; project: QueuedProject }) => (
  <span data-held-of={project.slug}>
    {heldText(page.words, project.heldBy, project.claim?.expires_at ?? null, new Date())}
  </span>
);
