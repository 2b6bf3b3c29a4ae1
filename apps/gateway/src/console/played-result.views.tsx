import { Callout, grouped, PersonText, Sum } from '@shipyard/ui';
import { PLAYGROUND_CUSTOMER_ID } from '../customers';
import { type PageContext, Part } from '../pages';
import { consoleUrl } from './console-parts';
import type { PlayedAnswer } from './played-answer';

interface ResultProps {
  page: PageContext;
  answer: PlayedAnswer | null;
  isOwn: boolean;
}

/** What came back. Without an answer it is hidden, and the script fills it in as the answer comes. */
export function PlayedResult({ page, answer, isOwn }: ResultProps) {
  const words = page.words.console.playground;
  const requestUrl = answer ? consoleUrl('requests', answer.requestId) : '';
  return (
    <div
      data-result
      hidden={answer === null}
      data-sending={words.sending}
      data-stop={words.stop}
      data-stopped={words.stopped}
      data-broken={words.broken}
      data-refused={words.refused}
      data-no-text={words.noText}
      data-requests={consoleUrl('requests')}
    >
      <Part id="answer" title={words.answer}>
        <p className="ui-hint" role="status" data-standing />
        {answer?.error && <Refused page={page} answer={answer} isOwn={isOwn} />}
        <div data-answer className="ui-played-text">
          {answer && <Content page={page} answer={answer} />}
        </div>
        <dl className="ui-fact-rows">
          <div>
            <dt>{words.cost}</dt>
            <dd data-cost>{answer?.costCny ? <Sum cny={answer.costCny} /> : words.free}</dd>
          </div>
          <div>
            <dt>{words.tokens}</dt>
            <dd data-usage>
              {(answer?.usage ?? []).map(([name, count]) => `${name} ${grouped(String(count))}`).join(' · ')}
            </dd>
          </div>
          <div>
            <dt>
              {words.decision} <span className="ui-hint">{words.decisionHint}</span>
            </dt>
            <dd>
              <a href={requestUrl} data-request-link>
                <code>{answer?.requestId}</code>
              </a>
            </dd>
          </div>
          {isOwn && (
            <div>
              <dt>{words.payer}</dt>
              <dd>
                <a href={consoleUrl('customers', PLAYGROUND_CUSTOMER_ID)}>{words.payerLink}</a>
              </dd>
            </div>
          )}
        </dl>
      </Part>
    </div>
  );
}

function Refused({ page, answer, isOwn }: ResultProps) {
  const words = page.words.console.playground;
  if (!answer?.error) return null;
  const { code, message } = answer.error;
  return (
    <div role="alert">
      <Callout kind="caution" word={words.refused}>
        <p>
          {answer.status} <code>{code}</code> {message}
        </p>
        {isOwn && code === 'insufficient_quota' && (
          <p>
            {words.needsCredit} <a href={consoleUrl('customers', PLAYGROUND_CUSTOMER_ID)}>{words.payerLink}</a>
          </p>
        )}
      </Callout>
    </div>
  );
}

function Content({ page, answer }: { page: PageContext; answer: PlayedAnswer }) {
  const words = page.words.console.playground;
  if (answer.error) return null;
  if (answer.text !== null) return answer.text === '' ? words.noText : <PersonText text={answer.text} />;
  if (answer.results !== null && answer.results.length === 0) return words.noResults;
  return (
    <>
      {answer.images.map((url, at) => (
        <img key={url} className="ui-played-image" src={url} alt={words.picture(at + 1)} />
      ))}
      {answer.results?.map(({ title, url, snippet }, at) => (
        <div key={at}>
          <a href={url} rel="noreferrer nofollow">
            <PersonText text={title} />
          </a>
          <p>
            <PersonText text={snippet} />
          </p>
        </div>
      ))}
    </>
  );
}
