import type { PageContext } from '../page-context';
import type { Studio } from './studio.query';

/** Whether a decision comes by mail too. Nothing is promised that cannot arrive. */
export function ByMail({ page, studio: { account } }: { page: PageContext; studio: Studio }) {
  const { byMail: words } = page.words.studio;
  if (account.email_confirmed_at === null)
    return (
      <>
        {words.unconfirmed} <a href="/studio/settings#email">{words.confirm}</a>
      </>
    );
  return account.mail_opt_out ? words.optedOut : words.comes;
}

/** On every page of the studio but its home, which says more. */
export function UnconfirmedLine({ page, studio: { account } }: { page: PageContext; studio: Studio }) {
  const { byMail: words } = page.words.studio;
  if (account.email_confirmed_at !== null || page.path === '/studio') return null;
  return (
    <p className="ui-unconfirmed">
      {words.unconfirmed} <a href="/studio/settings#email">{words.confirm}</a>
    </p>
  );
}
