import { callApi } from './api-client';

/** Follows every Markdown link of a text to the service at `origin`. Returns the links that lead nowhere. */
export async function brokenLinks(origin: string, text: string): Promise<string[]> {
  const links = new Set([...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link));
  if (links.size === 0) return ['the text has no link'];
  const reasons = await Promise.all([...links].map(async (link) => [link, await problemOf(origin, link)] as const));
  return reasons.flatMap(([link, problem]) => (problem === null ? [] : [`${link}: ${problem}`]));
}

async function problemOf(origin: string, link: string): Promise<string | null> {
  if (!link.startsWith(`${origin}/`)) return 'leads to another place';
  const { pathname, search, hash } = new URL(link);
  const { status, text } = await callApi(origin, 'GET', pathname + search);
  if (status !== 200) return `answers ${status}`;
  return hash === '' || text.includes(`id="${decodeURIComponent(hash.slice(1))}"`) ? null : 'has no such place';
}
