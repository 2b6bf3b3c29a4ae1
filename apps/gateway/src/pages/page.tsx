import type { ReactNode } from 'react';
import { type PageContext as ContextOfWords, PageFrame, type PageSession } from '@shipyard/pages';
import type { PageHead } from '@shipyard/ui';
import type { StyleSheetName } from '@shipyard/ui/style-sheet';
import type { OperatorSession } from './page-renderer';
import type { Words } from './words/words';

/** Of public pages and of the console, which has a session. */
export type PageContext = ContextOfWords<Words, OperatorSession>;

/** A page for members, visitors or operators. */
export type AnyPageContext = ContextOfWords<Words, PageSession>;

interface PageProps {
  page: AnyPageContext;
  title: string;
  head?: PageHead;
  isError?: boolean;
  /** Besides those of every page of this service. */
  styleSheets?: readonly StyleSheetName[];
  /** Replaces the header of public pages. */
  header?: ReactNode;
  children: ReactNode;
}

const NO_LINKS: readonly [] = [];

/** The frame of every page of this service. */
export function Page({ page, title, head = {}, isError = false, styleSheets = [], header, children }: PageProps) {
  const { shell } = page.words;
  return (
    <PageFrame
      page={page}
      words={shell}
      title={title}
      head={head}
      isError={isError}
      styleSheets={['gateway', ...styleSheets]}
      header={header}
      navigation={navigationOf(page)}
      account={NO_LINKS}
      footerLinks={[
        { text: shell.status, href: '/readyz' },
        { text: 'llms.txt', href: '/llms.txt' },
        { text: 'OpenAPI', href: '/v1/openapi.json' },
      ]}
    >
      {children}
    </PageFrame>
  );
}

function navigationOf({ words: { shell }, path }: AnyPageContext) {
  const link = (text: string, href: string) => ({ text, href, isCurrent: path === href });
  return [link(shell.start, '/'), link(shell.docs, '/docs'), link(shell.prices, '/docs/models-and-prices')];
}

/** A part of a page that hangs from a rail. */
export const Part = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section className="ui-part" aria-labelledby={id}>
    <h2 className="ui-section-title" id={id}>
      {title}
    </h2>
    {children}
  </section>
);
