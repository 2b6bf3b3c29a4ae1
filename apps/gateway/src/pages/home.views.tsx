import type { ReactNode } from 'react';
import { LinkButton } from '@shipyard/ui';
import { clientExample, curlExample, type DocsFacts } from '../docs';
import { nameIn, PRODUCTS } from '../products';
import { Page, type PageContext, Part } from './page';

interface HomeProps {
  page: PageContext;
  facts: Pick<DocsFacts, 'publicUrl' | 'models'>;
}

/** What the gateway is, and how to make the first call. */
export function HomePage({ page, facts }: HomeProps) {
  const { words, site } = page;
  const { home: text } = words;
  return (
    <Page page={page} title={text.title} head={{ description: text.lead, canonicalUrl: `${site}/`, isIndexed: true }}>
      <div className="ui-gateway-head">
        <div>
          <h1 className="ui-headline-title">{text.title}</h1>
          <p className="ui-headline-lead">{text.lead}</p>
        </div>
        <Plate page={page} facts={facts} />
      </div>
      <div className="ui-gateway-columns">
        <FirstCall page={page} facts={facts} />
        <div>
          <Calls page={page} />
          <ForPrograms page={page} />
        </div>
      </div>
    </Page>
  );
}

function Plate({ page, facts: { publicUrl, models } }: HomeProps) {
  const { facts: text } = page.words.home;
  const counts = PRODUCTS.map((product) => ({
    product,
    count: models.filter(({ model }) => model.product === product).length,
  })).filter(({ count }) => count > 0);
  return (
    <dl className="ui-plate">
      <Row term={text.baseUrl}>
        <code translate="no">{publicUrl}/v1</code>
      </Row>
      <Row term={text.key}>
        <code translate="no">Authorization: Bearer gwk_…</code>
      </Row>
      <Row term={text.models}>
        {counts.length === 0 ? (
          text.noModels
        ) : (
          <ul className="ui-plate-links">
            {counts.map(({ product, count }) => (
              <li key={product}>
                {nameIn(page.language, product)} <span className="ui-count">{count}</span>
              </li>
            ))}
          </ul>
        )}
      </Row>
      <Row term={text.prices}>
        <a href="/docs/models-and-prices">{text.pricesOf}</a>
      </Row>
    </dl>
  );
}

const Row = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="ui-plate-row">
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
);

function FirstCall({ page, facts }: HomeProps) {
  const { firstCall: text } = page.words.home;
  return (
    <Part id="first-call" title={text.title}>
      <ol className="ui-steps">
        <li>{text.key}</li>
        <li>
          {text.terminal}
          <Code>{curlExample(facts)}</Code>
        </li>
        <li>
          {text.client}
          <Code>npm install openai</Code>
          <Code>{clientExample(facts)}</Code>
        </li>
      </ol>
      <div className="ui-buttons">
        <LinkButton href="/docs/quick-start">{text.quickStart}</LinkButton>
      </div>
    </Part>
  );
}

const Code = ({ children }: { children: string }) => (
  <code className="ui-copyable" translate="no">
    {children}
  </code>
);

function Calls({ page }: Pick<HomeProps, 'page'>) {
  const { calls: text } = page.words.home;
  const calls: [call: string, about: string][] = [
    ['GET /v1/models', text.models],
    ...Object.entries(text.ofProducts),
    ['GET /v1/balance', text.balance],
  ];
  return (
    <Part id="calls" title={text.title}>
      <dl className="ui-calls">
        {calls.map(([call, about]) => (
          <div key={call}>
            <dt>
              <code translate="no">{call}</code>
            </dt>
            <dd>{about}</dd>
          </div>
        ))}
      </dl>
      <a className="ui-beside" href="/docs/reference">
        {text.reference}
      </a>
    </Part>
  );
}

function ForPrograms({ page }: Pick<HomeProps, 'page'>) {
  const { machines: text } = page.words.home;
  const texts = [
    ['/llms.txt', text.index],
    ['/llms-full.txt', text.all],
    ['/v1/openapi.json', text.openApi],
    ['/readyz', text.status],
  ] as const;
  return (
    <Part id="programs" title={text.title}>
      <dl className="ui-calls">
        {texts.map(([href, about]) => (
          <div key={href}>
            <dt>
              <a href={href} translate="no">
                <code>{href}</code>
              </a>
            </dt>
            <dd>{about}</dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}
