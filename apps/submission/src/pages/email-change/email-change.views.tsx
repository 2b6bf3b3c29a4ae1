import { Button, Message } from '@shipyard/ui';
import type { LinkedChange } from '../../email-change';
import { withToken } from '../mail-token';
import { Page } from '../page';
import type { PageContext } from '../page-context';

interface EmailChangePageProps {
  page: PageContext;
  change: LinkedChange;
  token: string;
}

/** Asks the reader of a mailbox. The button says what was chosen, so that one form has both. */
export function EmailChangePage({ page, change, token }: EmailChangePageProps) {
  const { emailChange: words } = page.words;
  const lead = change.mailbox === 'old' ? words.oldLead : words.newLead;
  return (
    <Page page={page} title={words.title}>
      <Message title={words.title} lead={lead(change.newEmail)}>
        <p className="ui-text">{words.both}</p>
        <form method="post" action={withToken('/email-change', token)}>
          <div className="ui-buttons">
            <Button choice={{ name: 'decision', value: 'confirm' }}>{words.confirm}</Button>
            <Button kind="secondary" choice={{ name: 'decision', value: 'refuse' }}>
              {words.refuse}
            </Button>
          </div>
        </form>
      </Message>
    </Page>
  );
}
