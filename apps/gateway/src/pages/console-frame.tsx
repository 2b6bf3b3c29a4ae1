import { ConsoleHeader } from '@shipyard/pages';
import type { ReactNode } from 'react';
import { type AnyPageContext, Page } from './page';

type FrameWords<Part extends string, Role extends string> = Readonly<Record<Part, string>> & {
  name: string;
  parts: string;
  account: string;
  roles: Readonly<Record<Role, string>>;
  logOut: string;
};

interface ConsoleFrameProps<Part extends string, Role extends string> {
  page: AnyPageContext & { session: { email: string; role: Role } | null };
  words: FrameWords<Part, Role>;
  home: string;
  parts: readonly Part[];
  urlOf: (part: Part) => string;
  /** The part whose link is marked. Null on pages that belong to none. */
  part: Part | null;
  /** In the menu of the account. */
  links: readonly { text: string; href: string }[];
  title: string;
  isError?: boolean;
  children: ReactNode;
}

/** The frame of the pages behind a log-in: of operators and of members. */
export function ConsoleFrame<Part extends string, Role extends string>(props: ConsoleFrameProps<Part, Role>) {
  const { page, words, home, parts, urlOf, part, links, title, isError, children } = props;
  const { session } = page;
  return (
    <Page
      page={page}
      title={title}
      isError={isError}
      styleSheets={['studio', 'console', 'operators']}
      header={
        <ConsoleHeader
          page={page}
          home={home}
          service={words.name}
          partsLabel={words.parts}
          parts={parts.map((name) => ({ text: words[name], href: urlOf(name), isCurrent: name === part }))}
          account={
            session && {
              label: words.account,
              name: session.email,
              role: words.roles[session.role],
              links,
              logOut: { text: words.logOut, href: `${home}/logout` },
            }
          }
        />
      }
    >
      <div className="ui-console">{children}</div>
    </Page>
  );
}
