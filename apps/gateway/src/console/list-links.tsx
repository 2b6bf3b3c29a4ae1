import type { PageContext } from '../pages';

interface ListLinksProps {
  page: PageContext;
  url: string;
  /** The filters of the list. */
  query?: ListQuery;
  isFirst: boolean;
  /** Where the page after this begins. Null on the last page. */
  next: string | null;
  /** Given where a list is not sorted by time, so that “newer” and “older” would be wrong. */
  words?: { first: string; more: string };
}

/** To the first page of a list, and to the one after this. */
export function ListLinks({ page, url, query = {}, isFirst, next, words }: ListLinksProps) {
  const { newest, older } = page.words.console.requests;
  return (
    <p className="ui-buttons">
      {!isFirst && <a href={withQuery(url, query)}>{words?.first ?? newest}</a>}
      {next !== null && (
        <a rel="next" href={withQuery(url, { ...query, after: next })}>
          {words?.more ?? older}
        </a>
      )}
    </p>
  );
}

type ListQuery = Readonly<Record<string, string | null | undefined>>;

/** The address with what is not empty. */
export function withQuery(path: string, query: ListQuery): string {
  const said = Object.entries(query).flatMap(([name, text]) => (text ? [[name, text]] : []));
  return said.length === 0 ? path : `${path}?${new URLSearchParams(said).toString()}`;
}
