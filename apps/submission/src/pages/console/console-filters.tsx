import type { ReactNode } from 'react';
import type { PageContext } from '../page-context';

interface FiltersProps {
  page: PageContext;
  action: string;
  children: ReactNode;
}

/** What a list shows. On a phone it is behind a button, so that the list comes first. */
export const ConsoleFilters = ({ page, action, children }: FiltersProps) => (
  <details className="ui-console-filters">
    <summary className="ui-button ui-button-secondary">{page.words.wall.search.filter}</summary>
    <form className="ui-filters" method="get" action={action} role="search">
      {children}
    </form>
  </details>
);
