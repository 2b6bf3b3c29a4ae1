interface ListLinksProps {
  /** Null on the first page. */
  first: { text: string; href: string } | null;
  /** Null on the last page. */
  next: { text: string; href: string } | null;
}

/** To the first page of a list, and to the one after this. */
export const ListLinks = ({ first, next }: ListLinksProps) => (
  <p className="ui-buttons">
    {first && <a href={first.href}>{first.text}</a>}
    {next && (
      <a rel="next" href={next.href}>
        {next.text}
      </a>
    )}
  </p>
);

/** The address with what is not empty. */
export function withQuery(path: string, query: Readonly<Record<string, string | null | undefined>>): string {
  const said = Object.entries(query).flatMap(([name, text]) => (text ? [[name, text]] : []));
  return said.length === 0 ? path : `${path}?${new URLSearchParams(said).toString()}`;
}
