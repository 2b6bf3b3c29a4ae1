import { capitalized, soldIn } from '../products';
import { modelsAndPrices } from './catalog-page';
import { account, billing } from './customer-pages';
import { type DocsFacts, firstOf } from './page-text';
import { chat, images, search, tasks } from './product-pages';
import { errors, reference } from './reference-pages';

export interface DocsPage {
  name: string;
  title: string;
  about: string;
  body: (facts: DocsFacts) => string;
}

export const DOCS_PAGES = [
  { name: 'quick-start', title: 'Quick start', about: 'base URL, key, first call', body: quickStart },
  {
    name: 'models-and-prices',
    title: 'Models and prices',
    about: 'every active model, with its limits and prices',
    body: modelsAndPrices,
  },
  { name: 'chat', title: 'Chat', about: 'completions, streams, tools, structured output', body: chat },
  { name: 'images', title: 'Images', about: 'images in the response', body: images },
  { name: 'tasks', title: 'Image tasks', about: 'images that you retrieve later', body: tasks },
  { name: 'search', title: 'Search', about: 'web search with one format for all search engines', body: search },
  {
    name: 'reference',
    title: 'Reference',
    about: 'every call, with its parameters, fields and error codes',
    body: reference,
  },
  { name: 'errors', title: 'Errors', about: 'every code, and what to do', body: errors },
  { name: 'billing', title: 'Billing', about: 'holds, charges, Idempotency-Key', body: billing },
  {
    name: 'account',
    title: 'Your account',
    about: 'your usage, your requests, your keys, your webhooks',
    body: account,
  },
] as const satisfies readonly DocsPage[];

export type DocsPageName = (typeof DOCS_PAGES)[number]['name'];

export function renderPage({ title, body }: DocsPage, facts: DocsFacts): string {
  return `# ${title}\n\n${body(facts)}\n`;
}

/** Follows the convention of llms.txt. */
export function renderIndex(facts: DocsFacts): string {
  const lines = DOCS_PAGES.map(
    ({ name, title, about }) => `- [${title}](${facts.linkTo(`/docs/${name}.md`)}): ${about}`,
  );
  return [
    '# Shipyard gateway',
    '',
    `> ${capitalized(soldIn('en'))} behind one base URL for OpenAI's clients: ${facts.publicUrl}/v1. You pay for what you use, in CNY.`,
    '',
    '## Pages',
    '',
    ...lines,
    '',
    '## All at once',
    '',
    `- [All pages in one](${facts.linkTo('/llms-full.txt')}): this index and the text of each page`,
    `- [OpenAPI](${facts.linkTo('/v1/openapi.json')}): every call, for tools`,
    `- [Models](${facts.linkTo('/v1/models')}): every active model with its prices, as JSON`,
    '',
  ].join('\n');
}

export function renderAll(facts: DocsFacts): string {
  return [renderIndex(facts), ...DOCS_PAGES.map((page) => renderPage(page, facts))].join('\n---\n\n');
}

function quickStart(facts: DocsFacts): string {
  return `The base URL is \`${facts.publicUrl}/v1\`. Every call except the list of models needs an enterprise key. Send it as \`Authorization: Bearer gwk_…\`; no other way is accepted.

\`\`\`ts
${clientExample(facts)}
\`\`\`

\`GET /v1/models\` lists the models. \`GET /v1/balance\` returns your balance. Every response has an \`x-request-id\`: give it when you ask for help.`;
}

type ExampleFacts = Pick<DocsFacts, 'publicUrl' | 'models'>;

/** The first call with OpenAI's client. */
export const clientExample = ({ publicUrl, models }: ExampleFacts): string => `import OpenAI from 'openai';

const client = new OpenAI({ baseURL: '${publicUrl}/v1', apiKey: process.env.GATEWAY_KEY });
const answer = await client.chat.completions.create({
  model: '${firstOf(models, 'text')}',
  messages: [{ role: 'user', content: 'Hello' }],
});`;

/** The first call from a terminal. */
export const curlExample = ({ publicUrl, models }: ExampleFacts): string => `curl ${publicUrl}/v1/chat/completions \\
  -H "Authorization: Bearer $GATEWAY_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"model": "${firstOf(models, 'text')}", "messages": [{"role": "user", "content": "Hello"}]}'`;
