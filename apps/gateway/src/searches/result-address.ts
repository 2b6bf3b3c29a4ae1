const LONGEST = 2_048;

/** Marks of campaigns: they tell where a visitor came from, and nothing of the page. */
const TRACKING = /^(?:utm_\w+|gclid|dclid|fbclid|msclkid|yclid|igshid|mc_[ce]id|spm|ref_src)$/i;

/** What may stand in an address that is shown as it came. */
const PLAIN = /^https?:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/i;

/** An http or https address without user and password, or null: results are untrusted. */
export function readAddress(value: string): URL | null {
  const text = value.trim();
  if (text.length > LONGEST || !URL.canParse(text)) return null;
  const url = new URL(text);
  const isOfTheWeb = url.protocol === 'http:' || url.protocol === 'https:';
  return isOfTheWeb && url.username === '' && url.password === '' && url.hostname !== '' ? url : null;
}

/** As the supplier wrote it, unless something in it has to be written in another way. */
export function shownAddress(value: string, url: URL): string {
  const text = value.trim();
  return PLAIN.test(text) ? text : url.href;
}

/** The same for addresses of one page: whatever the protocol, www, the marks of campaigns, the order of parameters and the place on the page. */
export function addressKey(url: URL): string {
  const host = url.host.replace(/^www\./, '');
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  const parameters = [...url.searchParams].filter(([name]) => !TRACKING.test(name)).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  // Some sites keep the page itself behind the #.
  const place = /^#[!/]/.test(url.hash) ? url.hash : '';
  return `${host}${path}?${parameters.sort().join('&')}${place}`;
}
