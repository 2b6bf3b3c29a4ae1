import { withNext } from '@shipyard/pages';
import { Message } from '@shipyard/ui';
import { LogInForm, type LogInProblem, Page } from '../pages';
import type { MemberPage } from './member-pages';
import { KEY_USAGE_URL, LOG_IN_URL, RECOVER_URL } from './usage-parts';

interface LogInProps {
  page: MemberPage;
  next: string | null;
  email: string;
  /** A form was sent, and its session had ended. */
  isOver?: boolean;
  /** A password was set by a link. */
  isSet?: boolean;
  problem: LogInProblem | null;
}

export function LogInPage({ page, next, email, isOver = false, isSet = false, problem }: LogInProps) {
  const { logIn: words } = page.words.usage;
  return (
    <Page page={page} title={words.title} isError={problem !== null || isOver} styleSheets={['operators']}>
      <Message title={words.title} lead={isOver ? words.over : isSet ? words.isSet : words.lead}>
        <LogInForm
          page={page}
          action={withNext(LOG_IN_URL, next)}
          email={email}
          problem={problem}
          beside={<a href={RECOVER_URL}>{words.forgotten}</a>}
        />
        <p>
          <a href={KEY_USAGE_URL}>{page.words.usageKey.link}</a>
        </p>
      </Message>
    </Page>
  );
}
