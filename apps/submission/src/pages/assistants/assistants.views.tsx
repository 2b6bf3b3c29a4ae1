import type { ReactNode } from 'react';
import { CopyButton } from '@shipyard/pages';
import { LinkButton } from '@shipyard/ui';
import { Page } from '../page';
import type { PageContext } from '../page-context';

const CONFIGURATION = `{
  "mcpServers": {
    "shipyard": { "command": "shipyard", "args": ["mcp"] }
  }
}`;
const TEXTS = ['/llms.txt', '/llms-full.txt', '/api/v1/openapi.json'];

interface AssistantsProps {
  page: PageContext;
  /** The npm name of the command line. */
  cliPackage: string;
}

/** What people need to know before they let an assistant work for them. */
export function AssistantsPage({ page, cliPackage }: AssistantsProps) {
  const { words, site } = page;
  const { assistants: text } = words;
  const head = { description: text.lead, canonicalUrl: `${site}/assistants`, isIndexed: true };
  return (
    <Page page={page} title={text.title} head={head}>
      <div className="ui-headline">
        <h1 className="ui-headline-title">{text.title}</h1>
        <p className="ui-headline-lead">{text.lead}</p>
      </div>
      <div className="ui-assistants">
        <Part id="can" title={text.can.title}>
          <Items items={text.can.items} />
          <p>{text.can.careful}</p>
        </Part>
        <OnTheWeb page={page} />
        <CommandLine page={page} cliPackage={cliPackage} />
        <OnThisComputer page={page} />
        <WithToken page={page} />
        <Part id="never" title={text.never.title}>
          <Items items={text.never.items} />
          <p>{text.never.misled}</p>
        </Part>
        <Part id="end" title={text.end.title}>
          <p>{text.end.lead}</p>
          <div className="ui-buttons">
            <LinkButton kind="secondary" href="/studio/settings#apps">
              {text.end.link}
            </LinkButton>
          </div>
        </Part>
        <Part id="machines" title={text.machines.title}>
          <p>{text.machines.lead}</p>
          <ul>
            {TEXTS.map((href) => (
              <li key={href}>
                <a href={href} translate="no">
                  {href}
                </a>
              </li>
            ))}
          </ul>
        </Part>
      </div>
    </Page>
  );
}

function OnTheWeb({ page }: { page: PageContext }) {
  const { web: text, copied } = page.words.assistants;
  return (
    <Part id="web" title={text.title}>
      <ol>
        <li>
          {text.copyThis}
          <code className="ui-copyable" id="mcp-url" translate="no">
            {`${page.site}/mcp`}
          </code>
          <CopyButton of="mcp-url" kind="primary" copied={copied}>
            {text.copy}
          </CopyButton>
        </li>
        <li>{text.add}</li>
        <li>{text.allow}</li>
      </ol>
    </Part>
  );
}

function CommandLine({ page, cliPackage }: AssistantsProps) {
  const { commandLine: text } = page.words.assistants;
  return (
    <Part id="command-line" title={text.title}>
      <p>{text.lead}</p>
      <dl>
        <dt>{text.signIn}</dt>
        <dd>
          <code className="ui-copyable" translate="no">
            {`npm install -g ${cliPackage} && shipyard login --url ${page.site}`}
          </code>
        </dd>
        <dt>{text.init}</dt>
        <dd>
          <code className="ui-copyable" translate="no">
            shipyard init
          </code>
        </dd>
        <dt>{text.sync}</dt>
        <dd>
          <code className="ui-copyable" translate="no">
            shipyard sync
          </code>
        </dd>
      </dl>
    </Part>
  );
}

function OnThisComputer({ page }: { page: PageContext }) {
  const { local: text, copied } = page.words.assistants;
  return (
    <Part id="local" title={text.title}>
      <p>{text.lead}</p>
      <code className="ui-copyable" id="mcp-configuration" translate="no">
        {CONFIGURATION}
      </code>
      <CopyButton of="mcp-configuration" copied={copied}>
        {text.copy}
      </CopyButton>
      <p>{text.folder}</p>
    </Part>
  );
}

function WithToken({ page }: { page: PageContext }) {
  const { token: text } = page.words.assistants;
  return (
    <Part id="token" title={text.title}>
      <p>{text.lead}</p>
      <ol>
        <li>
          {text.make} <a href="/studio/settings#tokens">{text.link}</a>
        </li>
        <li>
          {text.enter}
          <code className="ui-copyable" translate="no">
            {`${page.site}/mcp`}
          </code>
          <code className="ui-copyable" translate="no">
            Authorization: Bearer pst_…
          </code>
        </li>
        <li>{text.keep}</li>
      </ol>
    </Part>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 className="ui-section-title" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}

const Items = ({ items }: { items: Readonly<Record<string, string>> }) => (
  <ul>
    {Object.values(items).map((item) => (
      <li key={item}>{item}</li>
    ))}
  </ul>
);
