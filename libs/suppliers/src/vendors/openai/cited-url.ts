const REFERRERS = new Set(['ref', 'referer', 'referrer', 'source', 'src', 'via', 'from']);
const CAMPAIGN = /^utm[_-]/;
const SUPPLIER =
  /(?:^|[^a-z])(?:openai|chatgpt|gpt|anthropic|claude|gemini|google|vertexai|perplexity|x\.?ai|grok|mistral|deepseek|kimi|moonshot|qwen|dashscope|aliyun|zhipu|bigmodel|doubao|volcengine|openrouter|bing|copilot|azure)(?:$|[^a-z])/;

/** Removes the parameters by which a supplier marks its links. The rest is unchanged. */
export function citedUrl(url: string): string {
  const [, page = '', query, fragment] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(url) ?? [];
  return page + withoutMarks('?', query) + withoutMarks('#', fragment);
}

function withoutMarks(sign: string, text: string | undefined): string {
  if (text === undefined) return '';
  const parts = text.split('&');
  const kept = parts.filter((part) => !isMark(part));
  if (kept.length === parts.length) return sign + text;
  return kept.length > 0 ? sign + kept.join('&') : '';
}

function isMark(part: string): boolean {
  const at = part.indexOf('=');
  if (at < 0) return false;
  const name = decoded(part.slice(0, at));
  return CAMPAIGN.test(name) || (REFERRERS.has(name) && SUPPLIER.test(decoded(part.slice(at + 1))));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text).toLowerCase();
  } catch {
    return text.toLowerCase();
  }
}
