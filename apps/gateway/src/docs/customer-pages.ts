import { FLAT_RATES } from '../products';
import { type DocsFacts, errorList } from './page-text';

export function billing(facts: DocsFacts): string {
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

export function account(facts: DocsFacts): string {
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
