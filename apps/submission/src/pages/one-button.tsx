import { Button, Message } from '@shipyard/ui';
import { Page } from './page';
import type { PageContext } from './page-context';

export interface OneButtonProps {
  page: PageContext;
  words: { title: string; lead: string };
  button: string;
  /** Where the button sends its form, with the token of the mail in the query. */
  action: string;
}

/** A page that a mail links to. Nothing happens until its one button is pressed, because mail scanners open links. */
export function OneButton({ page, words, button, action }: OneButtonProps) {
  return (
    <Page page={page} title={words.title}>
      <Message title={words.title} lead={words.lead}>
        <form method="post" action={action}>
          <div className="ui-buttons">
            <Button>{button}</Button>
          </div>
        </form>
      </Message>
    </Page>
  );
}

/** What a page says when its work is done. */
export function Done({ page, words }: { page: PageContext; words: { title: string; lead: string } }) {
  return (
    <Page page={page} title={words.title}>
      <Message title={words.title} lead={words.lead} />
    </Page>
  );
}
