import type { ReactNode } from 'react';

/** One of the figures that hang from a rail, in a `dl.ui-figures`. */
export const Figure = ({ term, note, children }: { term: string; note: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd className="ui-figure">{children}</dd>
    <dd className="ui-figure-note">{note}</dd>
  </div>
);
