import { CsrfField } from '@shipyard/pages';
import { Callout, Message, PersonText } from '@shipyard/ui';
import type { Scope } from '../../accounts';
import type { targetOf } from '../../oauth';
import { ApprovalFields, type ApprovalProblem, ApprovalProblemAbove } from '../approval';
import { Page } from '../page';
import type { PageContext } from '../page-context';

interface ConsentProps {
  page: PageContext;
  /** The URL of the page, with the query of the client. */
  action: string;
  client: string;
  target: Target;
  scopes: readonly Scope[];
  handle: string;
  asksForPassword: boolean;
  problem: ApprovalProblem | null;
}

export function ConsentPage(props: ConsentProps) {
  const { page, action, client, target, scopes, handle, asksForPassword, problem } = props;
  const { consent: words, account } = page.words.connect;
  return (
    <Page page={page} title={words.title} isError={problem !== null}>
      <Message title={words.title} lead={words.lead}>
        <ApprovalProblemAbove page={page} problem={problem} />
        <form className="ui-sheet ui-fields" method="post" action={action} noValidate>
          <CsrfField page={page} />
          <dl className="ui-facts">
            <ClientFacts page={page} client={client} target={target} targetWord={words.target} />
            <dt>{account}</dt>
            <dd translate="no">@{handle}</dd>
          </dl>
          <div>
            <h2 className="ui-label">{words.wants}</h2>
            <ul>
              {scopes.map((scope) => (
                <li key={scope}>{words.scopes[scope]}</li>
              ))}
            </ul>
          </div>
          <p>{words.never}</p>
          <Callout kind="warning" word={words.warning}>
            <p>{words.warningText}</p>
          </Callout>
          <ApprovalFields page={page} problem={problem} asksForPassword={asksForPassword} />
          <p className="ui-small">{words.end}</p>
        </form>
      </Message>
    </Page>
  );
}

type Target = ReturnType<typeof targetOf>;

interface ClientFactsProps {
  page: PageContext;
  client: string;
  target: Target;
  targetWord: string;
}

function ClientFacts({ page, client, target, targetWord }: ClientFactsProps) {
  const words = page.words.connect.consent;
  return (
    <>
      <dt>{words.name}</dt>
      <dd>
        <strong>
          <PersonText text={client} />
        </strong>
      </dd>
      <dt>{targetWord}</dt>
      <dd translate="no">
        <strong>{target.isThisComputer ? words.thisComputer(target.name) : target.name}</strong>
      </dd>
    </>
  );
}

interface WrongRequestProps {
  page: PageContext;
  client: string;
  target: Target;
  /** What is wrong, in the words of OAuth. */
  code: string;
  /** The URL that tells the client. */
  refusal: string;
}

export function WrongRequestPage({ page, client, target, code, refusal }: WrongRequestProps) {
  const { wrongRequest: words } = page.words.connect.consent;
  return (
    <Page page={page} title={words.title} isError>
      <Message title={words.title} lead={words.lead}>
        <div className="ui-sheet ui-fields">
          <dl className="ui-facts">
            <ClientFacts page={page} client={client} target={target} targetWord={words.target} />
            <dt>{words.fault}</dt>
            <dd translate="no">
              <code>{code}</code>
            </dd>
          </dl>
          <p>{words.unchecked}</p>
          <div className="ui-buttons">
            <a className="ui-button ui-button-secondary" href={refusal} rel="noreferrer">
              {words.back(target.name)}
            </a>
          </div>
        </div>
      </Message>
    </Page>
  );
}

export function WrongClientPage({ page, kind }: { page: PageContext; kind: 'wrong-client' | 'wrong-redirect' }) {
  const { consent } = page.words.connect;
  const words = kind === 'wrong-client' ? consent.wrongClient : consent.wrongRedirect;
  return (
    <Page page={page} title={words.title} isError>
      <Message title={words.title} lead={words.lead} />
    </Page>
  );
}
