import { CsrfField } from '@shipyard/pages';
import { Button, Field, LinkButton, PersonText } from '@shipyard/ui';
import { consoleUrl } from '../console/console-parts';
import type { PageContext } from '../page-context';
import { filterQuery } from './queue-address';
import type { ReviewQueue } from './queue.query';

export const SAVED_URL = consoleUrl('reviews', 'new', 'filters');

export type SavedProblem = 'nameWrong' | 'tooMany' | null;

interface SavedProps {
  page: PageContext;
  queue: ReviewQueue;
  problem?: SavedProblem;
  name?: string;
}

/** The filters that the reader saved, and a form that saves what is chosen now. */
export function SavedFilters({ page, queue: { fields, saved }, problem = null, name }: SavedProps) {
  const words = page.words.consoleLists;
  const query = filterQuery(fields).toString();
  if (saved.length === 0 && query === '') return null;
  return (
    <section className="ui-console-form" aria-labelledby="saved-filters">
      <h2 className="ui-section-title" id="saved-filters">
        {words.saved}
      </h2>
      <ul>
        {saved.map((filter) => (
          <li key={filter.place} className="ui-spread">
            <LinkButton kind="quiet" href={`${consoleUrl('reviews')}?${filter.query}`}>
              <PersonText text={filter.name} />
            </LinkButton>
            <form method="post" action={`${SAVED_URL}/delete`}>
              <CsrfField page={page} />
              <input type="hidden" name="place" value={filter.place} />
              <Button kind="quiet">{words.remove(filter.name)}</Button>
            </form>
          </li>
        ))}
      </ul>
      {query !== '' && (
        <form className="ui-fields" method="post" action={SAVED_URL} noValidate>
          <CsrfField page={page} />
          <input type="hidden" name="query" value={query} />
          <Field
            name="name"
            label={words.name}
            hint={words.nameHint}
            value={name}
            error={problem === null ? undefined : words[problem]}
            autoComplete="off"
            isRequired
          />
          <div className="ui-buttons">
            <Button kind="secondary">{words.save}</Button>
          </div>
        </form>
      )}
    </section>
  );
}
