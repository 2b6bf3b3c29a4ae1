import { csrfTokenIn, type StudioVisitor } from './studio-visitor';

export interface Photo {
  field?: string;
  name: string;
  bytes: Buffer;
}

export const logsPath = (slug: string) => `/studio/projects/${slug}/logs`;

/** Where a script takes photos, as its button does. */
export const PHOTO_PICKER = '[data-photos] input[type=file]:not([name])';

/** Sends the log form as a browser without JavaScript does. */
export class LogFormSender {
  constructor(
    private readonly site: string,
    private readonly visitor: StudioVisitor,
  ) {}

  /** The hidden fields of the form. */
  async open(slug: string, by = this.visitor): Promise<Record<string, string>> {
    const { html } = await by.open(logsPath(slug));
    const [, key = ''] = /name="form_key" value="([^"]+)"/.exec(html) ?? [];
    return { csrf_token: csrfTokenIn(html), form_key: key };
  }

  /** The input without a file is an empty part without a filename. */
  async send(
    slug: string,
    fields: Record<string, string>,
    photos: Photo[] = [],
    { cookie = this.visitor.cookie, path = logsPath(slug) } = {},
  ) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    for (const { field = 'photo_1', name, bytes } of photos)
      form.append(field, new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name);
    form.append('more_photos', new Blob([], { type: 'application/octet-stream' }), '');
    const response = await fetch(this.site + path, {
      method: 'POST',
      body: form,
      redirect: 'manual',
      headers: { cookie, accept: 'text/html', 'sec-fetch-site': 'same-origin' },
    });
    return { status: response.status, location: response.headers.get('location'), html: await response.text() };
  }
}
