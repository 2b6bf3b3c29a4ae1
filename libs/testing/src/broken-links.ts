/**
 * Follows every Markdown link of a text to the service at `origin`, with the admin key only under /admin. Returns the
 * links that lead nowhere.
 */
export async function brokenLinks(origin: string, text: string, adminKey?: string): Promise<string[]> {
  // What stands in code is an example.
  const prose = text.replaceAll(/`[^`\n]*`/g, '');
  const links = new Set([...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link));
  if (links.size === 0) return ['the text has no link'];
  const reasons = await Promise.all(
    [...links].map(async (link) => [link, await problemOf(origin, link, adminKey)] as const),
  );
  return reasons.flatMap(([link, problem]) => (problem === null ? [] : [`${link}: ${problem}`]));
}

async function problemOf(origin: string, link: string, adminKey?: string): Promise<string | null> {
  if (!link.startsWith(`${origin}/`)) return 'leads to another place';
  const { pathname, hash } = new URL(link);
  const isForOperators = adminKey !== undefined && pathname.startsWith('/admin/');
  const headers = isForOperators ? { authorization: `Bearer ${adminKey}` } : undefined;
  const response = await fetch(link, { redirect: 'manual', headers });
  const text = await response.text();
  // The endpoint of a protocol takes no GET, and says what it takes.
  if (response.status === 405) return response.headers.get('allow')?.includes('POST') ? null : 'takes no request';
  if (response.status !== 200) return `answers ${response.status}`;
  return hash === '' || text.includes(`id="${decodeURIComponent(hash.slice(1))}"`) ? null : 'has no such place';
}
