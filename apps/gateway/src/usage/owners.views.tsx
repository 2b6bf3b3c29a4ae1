import { LinkButton, Message } from '@shipyard/ui';
import { USAGE_HOME } from '../pages';
import type { MemberPage } from './member-pages';
import { UsagePage } from './usage-page';

export function ForOwnersPage({ page }: { page: MemberPage }) {
  const words = page.words.usage.owners;
  return (
    <UsagePage page={page} part={null} title={words.title} isError>
      <Message title={words.title} lead={words.lead}>
        <div className="ui-buttons">
          <LinkButton href={USAGE_HOME}>{words.home}</LinkButton>
        </div>
      </Message>
    </UsagePage>
  );
}
