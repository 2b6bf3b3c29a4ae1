import type { ReactNode } from 'react';
import { ConsoleFrame, USAGE_HOME } from '../pages';
import type { MemberPage } from './member-pages';
import { USAGE_PARTS, type UsagePart, usageUrl } from './usage-parts';

interface UsagePageProps {
  page: MemberPage;
  /** The part whose link is marked. Null on pages that belong to none. */
  part: UsagePart | null;
  title: string;
  isError?: boolean;
  children: ReactNode;
}

/** The frame of every page that members enter. */
export function UsagePage({ page, ...content }: UsagePageProps) {
  const { frame: words, account } = page.words.usage;
  return (
    <ConsoleFrame
      page={page}
      {...content}
      words={words}
      home={USAGE_HOME}
      parts={partsOf(page)}
      urlOf={usageUrl}
      links={[
        { text: account.title, href: usageUrl('account') },
        { text: words.docs, href: '/docs' },
      ]}
    />
  );
}

/** What only an owner may open is left out for others. */
export const partsOf = ({ session }: MemberPage): UsagePart[] =>
  USAGE_PARTS.filter((part) => part !== 'members' || session?.role === 'owner');
