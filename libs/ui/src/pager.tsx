export interface PagerProps {
  label: string;
  /** Such as "1–20 of 1,284". */
  range: string;
  newer: { text: string; href: string | null };
  older: { text: string; href: string | null };
}

/** The pages of a list, by links. An end of the list has none. */
export function Pager({ label, range, newer, older }: PagerProps) {
  return (
    <nav className="ui-pager ui-spread ui-screen-only" aria-label={label}>
      {newer.href !== null && (
        <a className="ui-button ui-button-secondary" href={newer.href} rel="prev">
          {newer.text}
        </a>
      )}
      <p className="ui-count">{range}</p>
      {older.href !== null && (
        <a className="ui-button ui-button-secondary" href={older.href} rel="next">
          {older.text}
        </a>
      )}
    </nav>
  );
}
