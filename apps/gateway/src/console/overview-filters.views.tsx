import { Button, Field, SelectField } from '@shipyard/ui';
import type { RouteView } from '../models';
import type { PageContext } from '../pages';
import { consoleUrl } from './console-parts';
import { isOverviewFiltered, overviewUrl } from './overview-address';
import type { OverviewFilter, Range } from './overview.query';

interface FiltersProps {
  page: PageContext;
  range: Range;
  filter: OverviewFilter;
  routes: RouteView[];
}

/** Whose calls the figures and charts count. The rest of the page is about the whole gateway. */
export function OverviewFilters({ page, range, filter, routes }: FiltersProps) {
  const { overview: words, requests } = page.words.console;
  return (
    <details className="ui-console-filters" open={isOverviewFiltered(filter)}>
      <summary>{words.filters}</summary>
      <form
        className="ui-filters"
        method="get"
        action={consoleUrl('overview')}
        role="search"
        aria-label={words.filters}
      >
        <input type="hidden" name="range" value={range} />
        <Field name="customer_id" label={requests.customer} value={filter.customer_id} autoComplete="off" isCode />
        <Field name="key_id" label={requests.key} value={filter.key_id} autoComplete="off" isCode />
        <Selects page={page} filter={filter} routes={routes} />
        <Button kind="secondary">{requests.show}</Button>
        {isOverviewFiltered(filter) && <a href={overviewUrl(range, NOTHING)}>{requests.showAll}</a>}
      </form>
    </details>
  );
}

function Selects({ page, filter, routes }: Omit<FiltersProps, 'range'>) {
  const { overview: words, requests } = page.words.console;
  const any = { value: '', text: words.any };
  const named = (names: string[], chosen: string) =>
    [...new Set([...names, ...(chosen === '' ? [] : [chosen])])]
      .toSorted()
      .map((name) => ({ value: name, text: name }));
  return (
    <>
      <SelectField
        name="model"
        label={requests.model}
        value={filter.model}
        options={[
          any,
          ...named(
            routes.map(({ model }) => model),
            filter.model,
          ),
        ]}
      />
      <SelectField
        name="supplier_id"
        label={words.supplier}
        value={filter.supplier_id}
        options={[
          any,
          ...named(
            routes.map(({ supplier_id }) => supplier_id),
            filter.supplier_id,
          ),
        ]}
      />
      <SelectField
        name="route_id"
        label={words.route}
        value={filter.route_id}
        options={[any, ...routeOptions(page, routes, filter.route_id)]}
      />
    </>
  );
}

const NOTHING: OverviewFilter = { customer_id: '', key_id: '', model: '', route_id: '', supplier_id: '' };

/** A route that was deleted stays chosen. */
function routeOptions({ words }: PageContext, routes: RouteView[], chosen: string) {
  const known = routes.map(({ id, model, supplier_id }) => ({
    value: id,
    text: `${model} ${words.console.overview.by} ${supplier_id}`,
  }));
  return chosen === '' || routes.some(({ id }) => id === chosen) ? known : [...known, { value: chosen, text: chosen }];
}
