const LONGEST = 2_048;

/** Campaign parameters. They describe the visitor's origin, not the page. */
const TRACKING = /^(?:utm_\w+|gclid|dclid|fbclid|msclkid|yclid|igshid|mc_[ce]id|spm|ref_src)$/i;

const PLAIN = /^https?:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/i;

/** Returns an http or https URL without credentials, or null, because results are untrusted. */
export function readAddress(value: string): URL | null {
  const text = value.trim();
  if (text.length > LONGEST || !URL.canParse(text)) return null;
  const url = new URL(text);
  const isOfTheWeb = url.protocol === 'http:' || url.protocol === 'https:';
  return isOfTheWeb && url.username === '' && url.password === '' && url.hostname !== '' ? url : null;
}

export function shownAddress(value: string, url: URL): string {
  const text = value.trim();
  return PLAIN.test(text) ? text : url.href;
}

/** Ignores protocol, www, campaign parameters, parameter order and fragment. */
export function addressKey(url: URL): string {
  const host = url.host.replace(/^www\./, '');
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  const parameters = [...url.searchParams]
    .filter(([name]) => !TRACKING.test(name))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  // Some sites route by the fragment.
  const place = /^#[!/]/.test(url.hash) ? url.hash : '';
  return `${host}${path}?${parameters.sort().join('&')}${place}`;
}
