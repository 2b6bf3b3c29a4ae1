import { callsText, type ErrorMaker, type OpenApiDocument, schemasText } from '@shipyard/http';
import { type CatalogModel, mediaTokensOf, type Model } from '../models';
import { capitalized, FLAT_RATES, type Product, soldIn } from '../products';
import { formatCny } from '../money';

export interface DocsFacts {
  publicUrl: string;
  /** The URL of a path of this gateway in a link. */
  linkTo: (path: string) => string;
  /** The calls of customers. */
  document: OpenApiDocument;
  models: CatalogModel[];
  errors: ErrorMaker[];
  imageUrlSeconds: number;
  imageTaskSeconds: number;
}

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

function modelsAndPrices({ models }: DocsFacts): string {
  return models.map(describeModel).join('\n\n') || 'No model is live at the moment.';
}

function describeModel({ model, prices }: CatalogModel): string {
  const abilities = [
    model.supportsStreaming && 'streams',
    model.supportsFunctionCalling && 'calls tools',
    model.supportsVision && 'accepts images',
  ].filter((ability) => ability !== false);
  const facts = [
    `- product: ${model.product}`,
    `- owned by: ${plain(model.ownedBy)}`,
    ...(abilities.length > 0 ? [`- ${abilities.join(', ')}`] : []),
    ...(model.maxInputTokens > 0 ? [`- at most ${model.maxInputTokens} tokens of input`] : []),
    ...(model.maxOutputTokens > 0 ? [`- at most ${model.maxOutputTokens} tokens of output`] : []),
    ...mediaFacts(model),
    ...(model.sizes ? [`- sizes: ${model.sizes.join(', ')} (the first is the default)`] : []),
    ...(model.qualities ? [`- qualities: ${model.qualities.join(', ')} (the first is the default)`] : []),
  ];
  const rows = prices.map(
    (price) =>
      `| \`${price.unitType}\` | ${plain(price.unitName)}${qualified(price)} | ${formatCny(price.priceNano)} |`,
  );
  const list =
    rows.length > 0
      ? `| unit | for | CNY |\n|---|---|---|\n${rows.join('\n')}`
      : 'It has no price yet, so you cannot use it.';
  return `## \`${plain(model.id)}\`: ${plain(model.displayName)}\n\n${facts.join('\n')}\n\n${list}`;
}

function qualified({ aboveInputTokens, size, quality, depth }: CatalogModel['prices'][number]): string {
  const words = [
    aboveInputTokens && `above ${aboveInputTokens} tokens of input`,
    size,
    quality && `quality ${quality}`,
    depth && `depth ${depth}`,
  ].filter(Boolean);
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}

function mediaFacts(model: Model): string[] {
  const { image, file } = mediaTokensOf(model);
  const ofImage =
    typeof image === 'number'
      ? `an image in a message counts ${image} tokens`
      : `an image in a message counts ${image.base} tokens, and unless \`detail\` is \`low\`, ${image.tile} more for each 512-pixel tile. It is first scaled down to fit 2,048 × 2,048, and then to a shorter side of 768. That gives at most 8 tiles, and the hold covers 8 if you send the image by its URL`;
  return [
    ...(model.supportsVision ? [`- ${ofImage}`] : []),
    ...(model.inputModalities.includes('file')
      ? [`- a file in a message counts at least ${file} tokens, and a long PDF more`]
      : []),
  ];
}

function chat(facts: DocsFacts): string {
  return `\`POST /v1/chat/completions\` takes OpenAI's parameters and answers in OpenAI's format. The key needs the scope \`text\`. Models: ${namesOf(facts, 'text')}.

With \`stream: true\` the answer comes as server-sent events and ends with \`[DONE]\`. A stream that breaks ends with one \`data: {"error": …}\` and without \`[DONE]\`, so you can always tell that it is incomplete. \`stream_options: {"include_usage": true}\` adds a last chunk with the usage.

\`models: ["…"]\` names up to 8 other models. They are asked in this order if no route of the one before answers before the first byte. \`model\` of the answer is the one that answered, and you pay its prices. If none answers, the error is that of the first. Without \`models\`, a call asks those of \`fallback\` of its key; \`models: []\` asks none.

\`cache_control: { "type": "ephemeral" }\` on a part of a message or on a tool, with \`"ttl": "1h"\` or without, goes to a supplier that takes it. What it writes and reads has [prices of its own](${facts.linkTo('/docs/billing.md')}).

\`tools\` and \`response_format\` go to the model unchanged. The gateway refuses a parameter that the model does not support, and does not drop it, unless the operator of the gateway has said so for a model. A value that means the same as leaving the parameter out (such as \`n: 1\`, \`service_tier: "auto"\` or \`logit_bias: {}\`) is accepted by every model, and so is a hint that cannot change the answer: \`user\`, \`safety_identifier\`, \`metadata\`, \`prompt_cache_key\`, \`store: false\` and the \`detail\` of an image. Hints reach the suppliers that know them. The gateway also refuses what has no price here: tools of other types than \`function\` and \`custom\`, a \`service_tier\` other than \`auto\` and \`default\`, \`web_search_options\`, output other than text, and names that OpenAI does not have. \`usage.cost_cny\` is what the answer cost you.

${errorList(facts, ['unsupported_parameter', 'context_length_exceeded', 'content_policy_violation', 'upstream_error', 'upstream_timeout'])}`;
}

function images(facts: DocsFacts): string {
  return `\`POST /v1/images/generations\` returns images in the response. The key needs the scope \`image\`. Models: ${namesOf(facts, 'image')}.

| field | what it is |
|---|---|
| \`model\`, \`prompt\` | required; a prompt has 1 to 32,000 characters |
| \`n\` | how many images, 1 to 10; default: 1 |
| \`size\` | one of the model's sizes; default, and for \`auto\`: its first |
| \`response_format\` | \`url\` or \`b64_json\`; default: \`url\` |
| \`user\` | your label of an end user, at most 256 characters |
| \`models\` | up to 8 other models, asked in this order if no route of the one before answers, and none may have drawn; \`model\` of the answer names the one that you pay |

\`quality\` is one of the model's qualities, if it has any; default, and for \`auto\`: its first. \`background\` and \`moderation\` may be \`auto\`, \`stream\` may be false and \`partial_images\` 0, as without them. Other fields and values are refused with \`unsupported_parameter\`.

The answer is \`{ created, data: [{ url } or { b64_json }], usage: { images, cost_cny } }\`. It has \`revised_prompt\` if the model rewrote the prompt. A URL works without a key for ${duration(facts.imageUrlSeconds)}: download the images that you want to keep.

You pay for each image that comes back, which can be fewer than you asked for. If none comes back, the call fails and is free. If your client disconnects, you still pay, because the images are bought. If the gateway does not know whether they were bought, the answer has \`x-should-retry: false\`, because the same request could buy them again.

Send an \`Idempotency-Key\`, so that a retry after a lost answer does not buy the images twice. Use a [task](${facts.linkTo('/docs/tasks.md')}) for a model that takes long.

${errorList(facts, ['unsupported_parameter', 'unsupported_size', 'n_too_large', 'file_not_found', 'file_expired', 'context_length_exceeded', 'content_policy_violation', 'upstream_error', 'upstream_timeout'])}`;
}

function tasks(facts: DocsFacts): string {
  return `\`POST /v1/images/tasks\` takes \`model\`, \`prompt\`, \`size\`, \`n\` and \`user\`, as for [images](${facts.linkTo('/docs/images.md')}), and answers 202 with \`{ id, object: "image.task", status: "pending", model, created }\`. \`GET /v1/images/tasks/{id}\` returns its status: \`pending\`, \`running\`, \`succeeded\` with \`data\` and \`usage\`, or \`failed\` with \`error: { code, message }\`. \`started_at\`, \`finished_at\` and \`expires_at\` are Unix seconds, or null until they are known. With \`?response_format=b64_json\` the answer holds the images themselves. Any key of the customer with the scope \`image\` can retrieve the task. Ask about once a second, or less often.

Submitting a task holds its price. The first retrieval with the status \`succeeded\` charges it; later ones are free. A task costs nothing if it fails or if you never retrieve it. The result is kept for ${duration(facts.imageTaskSeconds)} after the task has finished. Each retrieval returns new URLs, which work for ${duration(facts.imageUrlSeconds)}.

The gateway buys a task at most once, even after a crash. If it cannot find out whether the purchase succeeded, the task ends as \`failed\` and is free: submit it again. A customer can have at most 2,000 open tasks.

${errorList(facts, ['task_not_found', 'task_expired', 'rate_limit_exceeded'])}`;
}

function search(facts: DocsFacts): string {
  return `\`POST /v1/searches\` finds pages on the web. The key needs the scope \`search\`. Models: ${namesOf(facts, 'search')}.

| field | what it is |
|---|---|
| \`query\` | 1 to 1,000 characters |
| \`model\` | default: the first search model |
| \`count\` | the maximum number of results, 1 to 50; default: 10 |
| \`freshness\` | \`day\`, \`week\`, \`month\` or \`year\`: the maximum age of a result |
| \`include_domains\`, \`exclude_domains\` | up to 20 hostnames each; a hostname includes its subdomains |
| \`country\` | ISO 3166-1, such as \`CN\` |
| \`language\` | ISO 639-1, such as \`zh\`, or with a country, such as \`zh-CN\` |
| \`depth\` | \`basic\` (the default) or \`advanced\`, which searches more thoroughly and may cost more |
| \`user\` | your label of an end user, at most 256 characters |

\`\`\`sh
curl ${facts.publicUrl}/v1/searches -H "Authorization: Bearer $GATEWAY_KEY" -H 'Content-Type: application/json' \\
  -d '{"query": "rockets to the Moon", "count": 3, "freshness": "year"}'
\`\`\`

The answer is \`{ "id", "object": "search", "created", "model", "query", "results", "usage": { "requests": 1, "cost_cny" } }\`. Each result has \`title\`, \`url\`, \`snippet\`, \`site_name\`, \`published_at\` and \`score\`. A value that is not known is null.

- Titles and snippets are plain text.
- \`published_at\` is ISO 8601: a time in UTC, or a day if only the day is known. The gateway does not guess it.
- \`score\` is between 0 and 1. A higher score is a better match.
- Each page is listed once.
- The gateway drops results whose own data contradict a filter. With \`freshness\`, results without a date can remain.

A search costs the price of one request of its depth, however many results it has: **one that finds nothing is a success, and is charged too**. A search that fails is free. The gateway refuses a field that the model does not support with \`unsupported_parameter\`, and never drops it. If a \`query\` is too long for the model, the error is \`invalid_value\`, and its message names the limit.

If the gateway does not know whether the search was done, the error has \`x-should-retry: false\`. Send an \`Idempotency-Key\`, so that a retry does not buy the search twice.

${errorList(facts, ['unsupported_parameter', 'model_not_found', 'upstream_error', 'upstream_timeout'])}`;
}

function reference({ linkTo, document }: DocsFacts): string {
  return `Every call of the customer interface, made from the [OpenAPI document](${linkTo('/v1/openapi.json')}). What each error code means is on the page [Errors](${linkTo('/docs/errors.md')}).

With samples for curl, TypeScript and Python: ${document.tags
    .map(({ name, description }) => `[${description}](${linkTo(`/docs/reference/${name}.md`)})`)
    .join(', ')}.

## Calls

${callsText(document)}
## Inputs and answers

${schemasText(document)}`;
}

function errors({ errors: rows }: DocsFacts): string {
  const sorted = [...rows].sort((one, other) => one.row.status - other.row.status || (one.code < other.code ? -1 : 1));
  const table = (makers: ErrorMaker[]) =>
    makers
      .map(({ code, row }) => `| ${row.status} | ${row.type ?? ''} | \`${code}\` | ${plain(row.message)} |`)
      .join('\n');
  const head = '| status | type | code | what is wrong and what to do |\n|---|---|---|---|';
  return `Under \`/v1\` an error is \`{ "error": { "message", "type", "param", "code" } }\`, always with all four keys. OpenAI's clients turn it into their own error classes.

${head}
${table(sorted.filter(({ row }) => row.type !== undefined))}

\`retry-after\` says how many seconds to wait before you retry. \`x-should-retry: false\` means that a retry of the same request cannot help, or could buy the same twice.

Under \`/admin\` an error is \`{ "ok": false, "error", "message", "details"? }\`:

${head}
${table(sorted.filter(({ row }) => row.type === undefined))}`;
}

function billing(facts: DocsFacts): string {
  return `Prices are in CNY. \`GET /v1/models\` returns the same prices, and with your key those of your account, which may differ. A line costs units × price ÷ unit size, rounded half up to 0.000000001 CNY, the smallest amount. Tokens are priced by the thousand. The price at the start of a request applies. If several prices of a unit fit, the most special one applies, such as that of the size and quality of an image, of the depth of a search, or of prompts above a number of tokens: this one is for all tokens of the request.

## The hold

Before the gateway calls a supplier, it holds the highest possible cost. When the real cost is known, it releases the rest. A charge is never above its hold.

- chat: the tokens of messages and tools at the highest price for input, plus \`n\` × \`max_tokens\` (default: the model's limit) at the highest price for output. [Each model](${facts.linkTo('/docs/models-and-prices.md')}) says how many tokens an image or a file in a message counts. The hold of a PDF follows its pages and its text, and the hold of a recording follows its seconds (WAV) or its bytes (MP3), at the highest rate of the suppliers that may get it. A file that the gateway cannot read is held by its bytes, and one that the message only names is held as the longest prompt of the model. Files and recordings together are never held above that. Because tokenizers differ, the hold can be higher than our count of the text, but never higher than one token per byte.
- images: \`n\` × the price of an image of the size and quality. The hold of a task lasts as long as the task.
${FLAT_RATES.map(({ product }) => `- ${product}: the price of one request.`).join('\n')}

If the balance, the budget of the key or what you may spend in a day or a month does not cover the hold, the gateway refuses the request with \`insufficient_quota\` and calls no supplier. A lower \`max_tokens\` makes a lower hold.

## What an outcome costs

| outcome | cost |
|---|---|
| a complete answer | its usage, as the supplier counts it |
| a complete answer whose supplier reports no usage, or an impossible one | what we count, marked \`usage.estimated\`, never above the hold |
| a stream that exceeded the longest answer that the hold covers | what had arrived, never above the hold; the stream ends with an error |
| a stream that broke after its first words | what had arrived |
| a stream whose client disconnected after its first words | the usage that the supplier still reports; if it reports none, what had arrived |
| a refusal, or a failure before anything arrived | nothing |
| a client that disconnected before anything arrived | nothing, unless the model's supplier finishes and bills the answer all the same, as it is usual for models that reason: then the usage that it reports |
| our own crash | nothing |
| images | each image that came back |
| an image task | its images, at the first retrieval with the status \`succeeded\` |
${FLAT_RATES.map(({ charged }) => `| ${charged} | the price of one request |`).join('\n')}

The charge is in \`usage.cost_cny\`, and in the header \`x-gateway-cost-cny\` of a complete answer. Cached input has its own price on some models; on the others it is charged as input.

## Input from a cache

Each token of a prompt is charged once, in one class: read from the supplier's cache, written to it for some minutes (\`cache_write_1k_tokens\`), written for an hour (\`cache_write_1h_1k_tokens\`), or plain input. A model without a price for a class charges it as its parent: an hour as any other writing, and reading, writing, audio and images as input; reasoning, and audio and images that the model makes, as output. A hold takes the dearest class that your prompt may have.

A prompt of 12,345 tokens, of which 10,000 were read from the cache, 1,500 written and 500 written for an hour, and an answer of 678 tokens:

| unit | tokens | CNY for 1,000 | CNY |
|---|---|---|---|
| input_1k_tokens | 345 | 0.0216543 | 0.007470734 |
| cache_read_1k_tokens | 10000 | 0.00216543 | 0.0216543 |
| cache_write_1k_tokens | 1500 | 0.027067875 | 0.040601813 |
| cache_write_1h_1k_tokens | 500 | 0.0433086 | 0.0216543 |
| output_1k_tokens | 678 | 0.1082715 | 0.073408077 |
| together | | | 0.164789224 |

## Idempotency-Key

Any POST accepts the header \`Idempotency-Key\`: 1 to 255 printable ASCII characters of your choice. If you send the same request several times with the same key, the gateway executes and charges it once. This holds for all enterprise keys of a customer.

- For 24 hours the repeats get the same answer with \`idempotency-replayed: true\`, and images with new URLs. Streams and answers above 1 MiB are not repeated.
- The call runs to its end even if you disconnect, so that your retry finds the answer. A stream ends when you disconnect.
- After a failure you can use the key again, unless it is not known whether the work was done.

${errorList(facts, ['idempotency_key_reused', 'idempotency_in_progress', 'insufficient_quota'])}`;
}

function account(facts: DocsFacts): string {
  return `## Usage

\`GET /v1/usage\` adds up what you used and paid, by \`day\`, \`model\` or \`key\` (\`group_by=day,model\`), from \`from\` until before \`to\`. Days are those of your time zone. Amounts are decimal strings and exact. \`GET /v1/requests\` lists your requests, newest first, with status, units and cost. Prompts and answers are not stored.

Any key sees its own usage. A key with the scope \`keys\` sees that of all your keys, or of one with \`key_id\`.

\`\`\`sh
curl "${facts.publicUrl}/v1/usage?from=2026-05-01&group_by=day,model" -H "Authorization: Bearer $GATEWAY_KEY"
\`\`\`

Both answer \`{ "object": "list", "data", "has_more", "next_cursor" }\`. Send \`next_cursor\` as \`cursor\` to get the next page.

## Keys

With the scope \`keys\`, a key manages your keys:

| call | what it does |
|---|---|
| \`GET /v1/keys\`, \`GET /v1/keys/{id}\` | shows your keys, without their secrets |
| \`POST /v1/keys\` | creates a key: \`{ name, scopes, models?, rpm?, tpm?, max_concurrency?, budget?, allowed_ips?, expires_at?, fallback? }\`; the answer has its secret, once |
| \`PATCH /v1/keys/{id}\` | changes a key |
| \`POST /v1/keys/{id}/rotate\` | gives it a new secret; the old one stays valid for \`grace_seconds\` |
| \`DELETE /v1/keys/{id}\` | revokes it |

A key never gets more than the operator allowed. A new key gets at most the terms of the key that creates it, and exactly these where you name none. You can narrow any key, and widen it again up to what the operator allowed. A new secret is only given for a key that is allowed no more than the key that calls. Changes act within a second.

${errorList(facts, ['insufficient_scope', 'model_not_allowed', 'key_not_found', 'key_revoked', 'too_many_keys'])}

## Webhooks

With the scope \`keys\`, a key manages your webhooks. The gateway sends a POST to each when something happens:

| event | when |
|---|---|
| \`balance.low\` | your balance is below an amount, or lasts only a few days at the rate of the last 24 hours (\`reason\`: \`amount\` or \`days_left\`). The operator sets both |
| \`budget.80\`, \`budget.100\` | 80 or 100 % of the budget of a key is used up, or of what you may spend in a day or a month (\`key_id\`: null) |
| \`key.expiring\` | a key expires soon |
| \`statement.ready\` | the statement of a month is closed |
| \`image_task.finished\` | an image task has succeeded or failed |

| call | what it does |
|---|---|
| \`POST /v1/webhooks\` | adds one: \`{ url, events, enabled? }\`; the answer has its secret, once |
| \`GET /v1/webhooks\`, \`GET /v1/webhooks/{id}\` | shows your webhooks |
| \`PATCH\`, \`DELETE /v1/webhooks/{id}\` | changes or deletes one |
| \`POST /v1/webhooks/{id}/rotate\` | gives it a new secret; for \`grace_seconds\` (a day if you leave it out), requests are signed with the old one too |
| \`GET /v1/webhooks/{id}/deliveries\` | shows what was sent in the last 90 days, and what the receiver answered |
| \`POST /v1/webhooks/deliveries/{id}/resend\` | sends one again |

The body is \`{ "type", "timestamp", "data" }\`. The headers are those of Standard Webhooks (standardwebhooks.com): check \`webhook-signature\` with the secret and one of its libraries. \`webhook-id\` is the id of the event. The same event can come twice, so remember the ids.

Answer with a status of 200 to 299 within 15 seconds. Otherwise the gateway tries again 8 times, for about a day, and later if \`Retry-After\` asks for it. It follows no redirect, and connects to public addresses only. If you answer 410, the webhook is turned off.

${errorList(facts, ['webhook_not_found', 'delivery_not_found', 'too_many_webhooks'])}`;
}

/** Escapes text of an operator, so that it cannot break a table or begin a new line. */
const plain = (text: string) =>
  text.replace(/\s+/g, ' ').replace(/[\\|`<>*_[\]]/g, (sign) => (sign === '_' ? sign : `\\${sign}`));

const ofProduct = (models: CatalogModel[], product: Product) =>
  models.filter(({ model }) => model.product === product).map(({ model }) => plain(model.id));

const firstOf = (models: CatalogModel[], product: Product) => ofProduct(models, product)[0] ?? 'a-model';

const namesOf = ({ models }: DocsFacts, product: Product) =>
  ofProduct(models, product)
    .map((name) => `\`${name}\``)
    .join(', ') || 'none at the moment';

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
