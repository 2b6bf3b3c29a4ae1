import { DataBlock, KEY_USAGE_ID } from '@shipyard/ui';
import { Page } from '../pages';
import type { MemberPage } from './member-pages';
import { LOG_IN_URL } from './usage-parts';

/** The script draws the form for the key, and what the key sees. */
export function KeyUsagePage({ page }: { page: MemberPage }) {
  const words = page.words.usageKey;
  return (
    <Page page={page} title={words.title} styleSheets={['console', 'operators']}>
      <div className="ui-console">
        <h1 className="ui-title">{words.title}</h1>
        <p className="ui-lead">{words.lead}</p>
        <noscript>
          <p className="ui-text">{words.needsScript}</p>
        </noscript>
        <div data-key-usage />
        <p className="ui-text">
          <a href={LOG_IN_URL}>{words.members}</a>
        </p>
        <DataBlock id={KEY_USAGE_ID} facts={words.script} />
      </div>
    </Page>
  );
}
