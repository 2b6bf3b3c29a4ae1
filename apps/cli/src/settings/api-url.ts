export const DEFAULT_API_URL = 'http://127.0.0.1:3000/api/v1';

/** Returns the API's URL without a slash at its end, or null if the text is no such URL. */
export function readApiUrl(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, origin, pathname, username } = new URL(text);
  if ((protocol !== 'http:' && protocol !== 'https:') || username !== '') return null;
  const path = pathname.replace(/\/$/, '');
  // The service's own address is what people copy from the browser.
  return origin + (path === '' ? '/api/v1' : path);
}

export function chooseApiUrl(choices: readonly (string | undefined)[]): string {
  return choices.find((choice) => choice !== undefined && choice !== '') ?? DEFAULT_API_URL;
}
