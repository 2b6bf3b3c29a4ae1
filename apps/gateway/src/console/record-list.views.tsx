import { Button, Field } from '@shipyard/ui';
import type { ReactNode } from 'react';
import type { PageContext } from '../pages';
import { ConsolePage } from './console-page';
import { consoleUrl } from './console-parts';
import { ListLinks } from './list-links';

/** Parts whose records are found by their id. */
type RecordPart = 'requests' | 'searches' | 'tasks';

interface RecordListProps {
  page: PageContext;
  part: RecordPart;
  /** What the filters say. */
  query: Readonly<Record<string, string>>;
  isFiltered: boolean;
  isFirst: boolean;
  next: string | null;
  /** The fields of the filters. */
  filters: ReactNode;
  /** Null if there are none. */
  rows: ReactNode | null;
}

/** Records that are found by their id or by filters, newest first. */
export function RecordListPage({ page, part, isFiltered, filters, rows, ...links }: RecordListProps) {
  const { [part]: words, requests } = page.words.console;
  const url = consoleUrl(part);
  return (
    <ConsolePage page={page} part={part} title={words.title}>
      <h1 className="ui-title">{words.title}</h1>
      <p className="ui-lead">{words.lead}</p>
      <FindForm page={page} part={part} id="" />
      <form className="ui-filters" method="get" action={url} role="search" aria-label={requests.filters}>
        {filters}
        <Button kind="secondary">{requests.show}</Button>
      </form>
      {rows ?? (
        <p className="ui-lead">
          {isFiltered ? words.noneLikeThat : words.none} {isFiltered && <a href={url}>{requests.showAll}</a>}
        </p>
      )}
      <ListLinks page={page} url={url} {...links} />
    </ConsolePage>
  );
}

interface FindProps {
  page: PageContext;
  part: RecordPart;
  id: string;
}

function FindForm({ page, part, id }: FindProps) {
  const { [part]: words, requests } = page.words.console;
  return (
    <form className="ui-filters" method="get" action={consoleUrl(part, 'find')} role="search" aria-label={words.id}>
      <Field name="id" label={words.id} value={id} autoComplete="off" isCode />
      <Button>{requests.show}</Button>
    </form>
  );
}

export function UnknownRecordPage({ page, part, id }: FindProps) {
  const words = page.words.console[part];
  return (
    <ConsolePage page={page} part={part} title={words.title} isError>
      <h1 className="ui-title">{words.title}</h1>
      <p className="ui-lead" role="alert">
        {words.unknownId}
      </p>
      <FindForm page={page} part={part} id={id === '-' ? '' : id} />
    </ConsolePage>
  );
}

interface RecordProps {
  page: PageContext;
  part: RecordPart;
  id: string;
  children: ReactNode;
}

export function RecordPage({ page, part, id, children }: RecordProps) {
  const words = page.words.console[part];
  return (
    <ConsolePage page={page} part={part} title={`${words.one} ${id}`}>
      <p className="ui-crumb">
        <a href={consoleUrl(part)}>{words.title}</a>
      </p>
      <h1 className="ui-title ui-code-title">{id}</h1>
      {children}
    </ConsolePage>
  );
}
