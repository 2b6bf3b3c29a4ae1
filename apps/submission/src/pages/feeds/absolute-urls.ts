const TAG = /<[a-z][^<>]*>/gi;
const URL_ATTRIBUTE = / (src|href|srcset)="([^"]*)"/g;
const OWN_URL = /^\/(?!\/)/;

/** Puts the site before each URL of ours in HTML of the renderer, which quotes attributes and escapes < and > in them. */
export function absoluteUrls(html: string, site: string): string {
  return html.replace(TAG, (tag) =>
    tag.replace(URL_ATTRIBUTE, (_, name: string, value: string) => {
      const urls = name === 'srcset' ? value.split(', ') : [value];
      return ` ${name}="${urls.map((url) => url.replace(OWN_URL, `${site}/`)).join(', ')}"`;
    }),
  );
}
