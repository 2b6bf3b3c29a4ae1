const ASSET_URLS = /\/api\/v1\/assets\/([0-9a-f-]{36}\.[a-z]+)/g;

/** Returns `<asset id>.<ext>` of each asset, once. */
export function filesShownIn(html: string): string[] {
  return [...new Set(Array.from(html.matchAll(ASSET_URLS), ([, file]) => file ?? ''))];
}
