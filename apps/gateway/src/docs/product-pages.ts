import { type DocsFacts, duration, errorList, namesOf } from './page-text';

export function chat(facts: DocsFacts): string {
  return `\`POST /v1/chat/completions\` takes OpenAI's parameters and answers in OpenAI's format. The key needs the scope \`text\`. Models: ${namesOf(facts, 'text')}.

With \`stream: true\` the answer comes as server-sent events and ends with \`[DONE]\`. A stream that breaks ends with one \`data: {"error": …}\` and without \`[DONE]\`, so you can always tell that it is incomplete. \`stream_options: {"include_usage": true}\` adds a last chunk with the usage.

\`models: ["…"]\` names up to 8 other models. They are asked in this order if no route of the one before answers before the first byte. \`model\` of the answer is the one that answered, and you pay its prices. If none answers, the error is that of the first. Without \`models\`, a call asks those of \`fallback\` of its key; \`models: []\` asks none.

\`cache_control: { "type": "ephemeral" }\` on a part of a message or on a tool, with \`"ttl": "1h"\` or without, goes to a supplier that takes it. What it writes and reads has [prices of its own](${facts.linkTo('/docs/billing.md')}).

\`tools\` and \`response_format\` go to the model unchanged. The gateway refuses a parameter that the model does not support, and does not drop it, unless the operator of the gateway has said so for a model. A value that means the same as leaving the parameter out (such as \`n: 1\`, \`service_tier: "auto"\` or \`logit_bias: {}\`) is accepted by every model, and so is a hint that cannot change the answer: \`user\`, \`safety_identifier\`, \`metadata\`, \`prompt_cache_key\`, \`store: false\` and the \`detail\` of an image. Hints reach the suppliers that know them. The gateway also refuses what has no price here: tools of other types than \`function\` and \`custom\`, a \`service_tier\` other than \`auto\` and \`default\`, \`web_search_options\`, output other than text, and names that OpenAI does not have. \`usage.cost_cny\` is what the answer cost you.

${errorList(facts, ['unsupported_parameter', 'context_length_exceeded', 'content_policy_violation', 'upstream_error', 'upstream_timeout'])}`;
}

export function images(facts: DocsFacts): string {
  return `\`POST /v1/images/generations\` returns images in the response. The key needs the scope \`image\`. Models: ${namesOf(facts, 'image')}.

| field | what it is |
|---|---|
| \`model\`, \`prompt\` | required; a prompt has 1 to 32,000 characters |
| \`n\` | how many images, 1 to 10; default: 1 |
| \`size\` | one of the model's sizes; default, and for \`auto\`: its first |
| \`response_format\` | \`url\` or \`b64_json\`; default: \`url\` |
| \`user\` | your label of an end user, at most 256 characters |
| \`models\` | up to 8 other models, asked in this order if no route of the one before answers, and none may have drawn; \`model\` of the answer names the one that you pay |

\`quality\` is one of the model's qualities, if it has any. Without it, and for \`auto\`, the first of them counts. \`background\` and \`moderation\` may be \`auto\`, \`stream\` may be false, and \`partial_images\` may be 0: each means the same as leaving it out. Other fields and values are refused with \`unsupported_parameter\`.

The answer is \`{ created, data: [{ url } or { b64_json }], usage: { images, cost_cny } }\`. It has \`revised_prompt\` if the model rewrote the prompt. A URL works without a key for ${duration(facts.imageUrlSeconds)}: download the images that you want to keep.

You pay for each image that comes back, which can be fewer than you asked for. If none comes back, the call fails and is free. If your client disconnects, you still pay, because the images are bought. If the gateway does not know whether they were bought, the answer has \`x-should-retry: false\`, because the same request could buy them again.

Send an \`Idempotency-Key\`, so that a retry after a lost answer does not buy the images twice. Use a [task](${facts.linkTo('/docs/tasks.md')}) for a model that takes long.

${errorList(facts, ['unsupported_parameter', 'unsupported_size', 'n_too_large', 'file_not_found', 'file_expired', 'context_length_exceeded', 'content_policy_violation', 'upstream_error', 'upstream_timeout'])}`;
}

export function tasks(facts: DocsFacts): string {
  return `\`POST /v1/images/tasks\` takes \`model\`, \`prompt\`, \`size\`, \`n\` and \`user\`, as for [images](${facts.linkTo('/docs/images.md')}), and answers 202 with \`{ id, object: "image.task", status: "pending", model, created }\`. \`GET /v1/images/tasks/{id}\` returns its status: \`pending\`, \`running\`, \`succeeded\` with \`data\` and \`usage\`, or \`failed\` with \`error: { code, message }\`. \`started_at\`, \`finished_at\` and \`expires_at\` are Unix seconds, or null until they are known. With \`?response_format=b64_json\` the answer holds the images themselves. Any key of the customer with the scope \`image\` can retrieve the task. Ask about once a second, or less often.

Submitting a task holds its price. The first retrieval with the status \`succeeded\` charges it; later ones are free. A task costs nothing if it fails or if you never retrieve it. The result is kept for ${duration(facts.imageTaskSeconds)} after the task has finished. Each retrieval returns new URLs, which work for ${duration(facts.imageUrlSeconds)}.

The gateway buys a task at most once, even after a crash. If it cannot find out whether the purchase succeeded, the task ends as \`failed\` and is free: submit it again. A customer can have at most 2,000 open tasks.

${errorList(facts, ['task_not_found', 'task_expired', 'rate_limit_exceeded'])}`;
}

export function search(facts: DocsFacts): string {
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
