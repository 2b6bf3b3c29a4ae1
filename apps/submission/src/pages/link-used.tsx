import { LinkButton, Message, RequestId } from '@shipyard/ui';
import { Page } from './page';
import type { PageContext } from './page-context';

/** For a link of a mail that no longer works. `askUrl` is the page that sends another one, if there is one. */
export function LinkUsed({ page, askUrl }: { page: PageContext; askUrl?: string }) {
  const { title, lead, action, elsewhere } = page.words.errors.used;
  return (
    <Page page={page} title={title} isError>
      <Message title={title} lead={askUrl === undefined ? elsewhere : lead}>
        {askUrl !== undefined && (
          <div className="ui-buttons">
            <LinkButton href={askUrl}>{action}</LinkButton>
          </div>
        )}
        <RequestId label={page.words.requestId} requestId={page.requestId} />
      </Message>
    </Page>
  );
}
