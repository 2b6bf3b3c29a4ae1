import type { ErrorMaker } from '@shipyard/http';
import { type CatalogModel, mediaTokensOf, type Model } from '../models';
import type { Product } from '../products';
import { formatCny } from '../money';
import { AUDIO_PART_TOKENS } from '../tokens/prompt-tokens';

/** All that the pages are made of. */
export interface DocsFacts {
  /** Without a slash at the end. */
  publicUrl: string;
  /** Those that are active, with their prices in force. */
  models: CatalogModel[];
  errors: ErrorMaker[];
  imageUrlSeconds: number;
  imageTaskSeconds: number;
}

export interface DocsPage {
  /** In its address: /docs/<name>.md */
  name: string;
  title: string;
  /** For the index. */
  about: string;
  body: (facts: DocsFacts) => string;
}

/** In the order of the index. */
export const DOCS_PAGES: DocsPage[] = [
  { name: 'quick-start', title: 'Quick start', about: 'address, key, first call', body: quickStart },
  {
    name: 'models-and-prices',
    title: 'Models and prices',
    about: 'every model that is live, with its limits and prices',
    body: modelsAndPrices,
  },
  { name: 'chat', title: 'Chat', about: 'completions, streams, tools, structured output', body: chat },
  { name: 'images', title: 'Images', about: 'pictures while you wait', body: images },
  { name: 'tasks', title: 'Image tasks', about: 'pictures that take their time', body: tasks },
  { name: 'search', title: 'Search', about: 'web search, the same for every search engine behind it', body: search },
  { name: 'errors', title: 'Errors', about: 'every code, and what to do', body: errors },
  { name: 'billing', title: 'Billing', about: 'holds, charges, Idempotency-Key', body: billing },
];

/** A page of /docs. */
export function renderPage({ title, body }: DocsPage, facts: DocsFacts): string {
  return `# ${title}\n\n${body(facts)}\n`;
}

/** /llms.txt: the index, by the convention of that name. */
export function renderIndex(facts: DocsFacts): string {
  const lines = DOCS_PAGES.map(
    ({ name, title, about }) => `- [${title}](${facts.publicUrl}/docs/${name}.md): ${about}`,
  );
  return [
    '# Shipyard gateway',
    '',
    `> Chat, images and web search behind one address that OpenAI's clients can talk to: ${facts.publicUrl}/v1. Paid by use, in CNY.`,
    '',
    '## Pages',
    '',
    ...lines,
    `- [All pages in one](${facts.publicUrl}/llms-full.txt)`,
    '',
  ].join('\n');
}

/** /llms-full.txt: all pages in one. */
export function renderAll(facts: DocsFacts): string {
  return [renderIndex(facts), ...DOCS_PAGES.map((page) => renderPage(page, facts))].join('\n---\n\n');
}

function quickStart({ publicUrl, models }: DocsFacts): string {
  return `The base address is \`${publicUrl}/v1\`. Every call but the list of models takes an enterprise key, as \`Authorization: Bearer gwk_…\` and in no other way.

\`\`\`ts
import OpenAI from 'openai';

const client = new OpenAI({ baseURL: '${publicUrl}/v1', apiKey: process.env.GATEWAY_KEY });
const answer = await client.chat.completions.create({
  model: '${firstOf(models, 'text')}',
  messages: [{ role: 'user', content: 'Hello' }],
});
\`\`\`

\`GET /v1/models\` lists what there is, \`GET /v1/balance\` says what is left. Every answer has an \`x-request-id\`: name it when you ask for help.`;
}

function modelsAndPrices({ models }: DocsFacts): string {
  return models.map(describeModel).join('\n\n') || 'No model is live just now.';
}

function describeModel({ model, prices }: CatalogModel): string {
  const abilities = [
    model.supportsStreaming && 'streams',
    model.supportsFunctionCalling && 'calls tools',
    model.supportsVision && 'sees pictures',
  ].filter((ability) => ability !== false);
  const facts = [
    `- product: ${model.product}`,
    `- owned by: ${plain(model.ownedBy)}`,
    ...(abilities.length > 0 ? [`- ${abilities.join(', ')}`] : []),
    ...(model.maxInputTokens > 0 ? [`- at most ${model.maxInputTokens} tokens of input`] : []),
    ...(model.maxOutputTokens > 0 ? [`- at most ${model.maxOutputTokens} tokens of output`] : []),
    ...mediaFacts(model),
    ...(model.sizes ? [`- sizes: ${model.sizes.join(', ')} (the first is the default)`] : []),
  ];
  const rows = prices.map(
    ({ unitType, unitName, priceNano }) => `| \`${unitType}\` | ${plain(unitName)} | ${formatCny(priceNano)} |`,
  );
  const list =
    rows.length > 0
      ? `| unit | for | CNY |\n|---|---|---|\n${rows.join('\n')}`
      : 'It has no price yet, so it cannot be used.';
  return `## \`${plain(model.id)}\`: ${plain(model.displayName)}\n\n${facts.join('\n')}\n\n${list}`;
}

/** What the parts of a message count that are no text. */
function mediaFacts(model: Model): string[] {
  const { image, file } = mediaTokensOf(model);
  const ofImage =
    typeof image === 'number'
      ? `an image in a message counts ${image} tokens`
      : `an image in a message counts ${image.base} tokens, and with \`detail\` other than \`low\` ${image.tile} more for each 512-pixel tile once it is scaled down to 2,048 × 2,048 and a shorter side of 768 (at most 8 tiles, which are held for where it is sent by its url)`;
  return [
    ...(model.supportsVision ? [`- ${ofImage}`] : []),
    ...(model.inputModalities.includes('file') ? [`- a file in a message counts ${file} tokens`] : []),
  ];
}

function chat(facts: DocsFacts): string {
  return `\`POST /v1/chat/completions\` takes OpenAI's parameters and answers in OpenAI's shapes; the key needs the scope \`text\`. Models: ${namesOf(facts, 'text')}.

With \`stream: true\` the answer comes as server-sent events and ends with \`[DONE]\`. A stream that breaks ends with one \`data: {"error": …}\` and without \`[DONE]\`: a cut answer never looks whole. \`stream_options: {"include_usage": true}\` adds a last chunk with the usage.

\`tools\` and \`response_format\` go to the model as they are. A parameter that the model cannot honour is refused, never dropped. So is what has no price here: tools of other types than \`function\` and \`custom\`, a \`service_tier\` other than \`auto\` and \`default\`, \`web_search_options\`, output other than text, and names that OpenAI does not have. An answer's \`usage.cost_cny\` is what it was charged.

${errorList(facts, ['unsupported_parameter', 'context_length_exceeded', 'content_policy_violation', 'upstream_error', 'upstream_timeout'])}`;
}

function images(facts: DocsFacts): string {
  return `\`POST /v1/images/generations\` draws while you wait; the key needs the scope \`image\`. Models: ${namesOf(facts, 'image')}.

It takes \`model\`, \`prompt\` (1 to 32,000 characters), \`n\` (1 to 10; left out: 1), \`size\` (one of the model's; left out: its first), \`response_format\` (\`url\` or \`b64_json\`; left out: \`url\`) and \`user\` (at most 256 characters). It answers \`{ created, data: [{ url } or { b64_json }], usage: { images, cost_cny } }\`, with \`revised_prompt\` where the model rewrote the prompt. A url opens without a key for ${duration(facts.imageUrlSeconds)}: fetch what you want to keep.

Each picture that comes back is charged, though there may be fewer than were asked for; none at all is an error, and free. A client that leaves is charged all the same, because the picture is bought. Where it is not known whether it was, the answer says \`x-should-retry: false\`: the same request would buy it again.

Send an \`Idempotency-Key\`: a picture whose answer was lost is then not bought twice. What takes long is better asked for as a task.

${errorList(facts, ['unsupported_size', 'n_too_large', 'file_not_found', 'file_expired', 'content_policy_violation', 'upstream_error', 'upstream_timeout'])}`;
}

function tasks(facts: DocsFacts): string {
  return `\`POST /v1/images/tasks\` takes \`model\`, \`prompt\`, \`size\`, \`n\` and \`user\`, as for [images](${facts.publicUrl}/docs/images.md), and answers 202 with \`{ id, object: "image.task", status: "pending", model, created }\`. \`GET /v1/images/tasks/{id}\` says how far it is: \`pending\`, \`running\`, \`succeeded\` with \`data\` and \`usage\`, or \`failed\` with \`error: { code, message }\`; \`started_at\`, \`finished_at\` and \`expires_at\` are Unix seconds, null until known. With \`?response_format=b64_json\` the pictures are in the answer. Any key of the customer with the scope \`image\` may ask. Ask about once a second, or less often.

Submission holds the price. The first retrieval as succeeded charges it, once; later ones are free. A task that failed, or that nobody retrieves, costs nothing. A result is kept for ${duration(facts.imageTaskSeconds)} after the task has finished; its urls are signed anew at each retrieval and open for ${duration(facts.imageUrlSeconds)}.

A task is bought once, whatever breaks. Where it is not known what became of the purchase, it ends as \`failed\` and is free: submit it again. At most 2,000 tasks of a customer may be open.

${errorList(facts, ['task_not_found', 'task_expired', 'rate_limit_exceeded'])}`;
}

function search(facts: DocsFacts): string {
  return `\`POST /v1/searches\` finds pages of the web; the key needs the scope \`search\`. Models: ${namesOf(facts, 'search')}.

| field | what it is |
|---|---|
| \`query\` | 1 to 1,000 characters |
| \`model\` | left out: the first search model |
| \`count\` | at most so many results, 1 to 50; left out: 10. There may be fewer |
| \`freshness\` | \`day\`, \`week\`, \`month\` or \`year\`: how long ago at most |
| \`include_domains\`, \`exclude_domains\` | up to 20 hostnames each; each stands for its subdomains too |
| \`country\` | ISO 3166-1, such as \`CN\` |
| \`language\` | ISO 639-1, such as \`zh\`, or with a country, such as \`zh-CN\` |
| \`user\` | your label of an end user, at most 256 characters |

\`\`\`sh
curl ${facts.publicUrl}/v1/searches -H "Authorization: Bearer $GATEWAY_KEY" -H 'Content-Type: application/json' \\
  -d '{"query": "rockets to the Moon", "count": 3, "freshness": "year"}'
\`\`\`

The answer is \`{ "id", "object": "search", "created", "model", "query", "results", "usage": { "requests": 1, "cost_cny" } }\`. Each result has \`title\`, \`url\`, \`snippet\`, \`site_name\`, \`published_at\` and \`score\`; what is not known is null. Titles and snippets are plain text. \`published_at\` is ISO 8601: a time in UTC, or a day where only the day is known; it is null rather than a guess. \`score\` is 0 to 1, the more the better. A page that was found twice is one result. What a result says of itself contradicts no filter; pages that do not say how old they are can be among those of a \`freshness\`.

A search costs the price of one request, however many results it has: **one that finds nothing is a success, and is charged too**. One that fails is not charged. A field that the model cannot honour is refused with \`unsupported_parameter\`, never dropped. A \`query\` that is longer than the model takes is refused with \`invalid_value\`, and the message has the limit.

A search that may have been done though its answer was lost has \`x-should-retry: false\`. Send an \`Idempotency-Key\`: it is then not bought twice.

${errorList(facts, ['unsupported_parameter', 'model_not_found', 'upstream_error', 'upstream_timeout'])}`;
}

function errors({ errors: rows }: DocsFacts): string {
  const sorted = [...rows].sort((one, other) => one.row.status - other.row.status || (one.code < other.code ? -1 : 1));
  const table = (makers: ErrorMaker[]) =>
    makers
      .map(({ code, row }) => `| ${row.status} | ${row.type ?? ''} | \`${code}\` | ${plain(row.message)} |`)
      .join('\n');
  const head = '| status | type | code | what is wrong and what to do |\n|---|---|---|---|';
  return `Under \`/v1\` a failure is \`{ "error": { "message", "type", "param", "code" } }\`, with all four keys. OpenAI's clients make their own error classes of it.

${head}
${table(sorted.filter(({ row }) => row.type !== undefined))}

\`retry-after\` says when to come again. \`x-should-retry: false\` means that sending the same again cannot help, or could buy the same twice.

Under \`/admin\` a failure is \`{ "ok": false, "error", "message", "details"? }\`:

${head}
${table(sorted.filter(({ row }) => row.type === undefined))}`;
}

function billing(facts: DocsFacts): string {
  return `Prices are in CNY, the same that \`GET /v1/models\` shows. A line costs units × price ÷ unit size, rounded half up to 0.000000001 CNY, which is the smallest amount. Tokens are priced by the thousand. The price at the start of a request counts.

## The hold

Before a supplier is asked, the highest possible cost is held; the rest is given back when the real cost is known. A charge is never above its hold.

- chat: the tokens of messages and tools at the dearest price of input, plus \`n\` × \`max_tokens\` (left out: all that the model can give) at the price of output. What an image or a file in a message counts is said of [each model](${facts.publicUrl}/docs/models-and-prices.md); a recording is held for as ${AUDIO_PART_TOKENS} tokens, whatever its length. Tokenizers differ, so more than our count of the text can be held, though never more than a token a byte.
- images: \`n\` × the price of a picture. A task's hold lives with the task.
- search: the price of a request.

Where the balance does not cover it, the request is refused as \`insufficient_quota\`, and nothing has happened. Less \`max_tokens\` is less of a hold.

## What an outcome costs

| outcome | cost |
|---|---|
| a whole answer | its usage, as the model's supplier counts it |
| a stream that passed the longest answer that was held for | what had come, never above the hold; it ends with an error |
| a whole answer whose supplier gives no usage, or an impossible one | what we count, marked \`usage.estimated\`, never above the hold |
| refused or failed before anything came | nothing |
| a stream that broke, or whose client left, after its first words | what had come |
| a client that left before anything came | nothing |
| our own crash | nothing |
| pictures | each that came back |
| an image task | its pictures, at the first retrieval as succeeded |
| a search, whatever it finds, nothing included | the price of one request |

What is charged is in \`usage.cost_cny\`, and in the header \`x-gateway-cost-cny\` of a whole answer. Cached input is billed at its own price where it has one, else as input.

## Idempotency-Key

Any POST takes the header \`Idempotency-Key\`, 1 to 255 printable ASCII characters of your choice. However often the same request is sent with it, by whichever of your keys, it is executed and charged once; for 24 hours the others get the same answer with \`idempotency-replayed: true\`, and pictures with new urls. With a key a call runs to its end though you hang up, so that your retry finds the answer. Streams and answers above 1 MiB are not given again. A failure frees the key, unless it is open whether the work was done.

${errorList(facts, ['idempotency_key_reused', 'idempotency_in_progress', 'insufficient_quota'])}`;
}

/** Text of an operator's, which must not break a table or begin a line of its own. */
const plain = (text: string) =>
  text.replace(/\s+/g, ' ').replace(/[\\|`<>*_[\]]/g, (sign) => (sign === '_' ? sign : `\\${sign}`));

const ofProduct = (models: CatalogModel[], product: Product) =>
  models.filter(({ model }) => model.product === product).map(({ model }) => plain(model.id));

const firstOf = (models: CatalogModel[], product: Product) => ofProduct(models, product)[0] ?? 'a-model';

const namesOf = ({ models }: DocsFacts, product: Product) =>
  ofProduct(models, product)
    .map((name) => `\`${name}\``)
    .join(', ') || 'none just now';

const errorList = ({ errors: rows }: DocsFacts, codes: string[]) =>
  rows
    .filter(({ code }) => codes.includes(code))
    .map(({ code, row }) => `- \`${code}\` (${row.status}): ${plain(row.message)}`)
    .join('\n');

const duration = (seconds: number) =>
  seconds % 3_600 === 0
    ? `${seconds / 3_600} h`
    : seconds % 60 === 0
      ? `${seconds / 60} minutes`
      : `${seconds} seconds`;
