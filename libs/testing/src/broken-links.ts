/** Follows every Markdown link of a text to the service at `origin`, as its reader would: by GET, without a key. */
export async function brokenLinks(origin: string, text: string): Promise<string[]> {
  // What stands in code is an example.
  const prose = text.replaceAll(/`[^`\n]*`/g, '');
  const links = new Set([...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link));
  if (links.size === 0) return ['the text has no link'];
  const reasons = await Promise.all([...links].map(async (link) => [link, await problemOf(origin, link)] as const));
  return reasons.flatMap(([link, problem]) => (problem === null ? [] : [`${link}: ${problem}`]));
}

async function problemOf(origin: string, link: string): Promise<string | null> {
  if (!link.startsWith(`${origin}/`)) return 'leads to another place';
  const response = await fetch(link, { redirect: 'manual' });
  const text = await response.text();
  if (response.status !== 200) return `answers ${response.status}`;
  const { hash } = new URL(link);
  return hash === '' || text.includes(`id="${decodeURIComponent(hash.slice(1))}"`) ? null : 'has no such place';
}
