import { withToken } from '../mail-token';

export const GUARDIAN_PATH = '/guardian';

/** Where the page of the guardian has the decision. */
export const DECISION = 'decision';

export const decisionUrl = (token: string) => `${withToken(GUARDIAN_PATH, token)}#${DECISION}`;

/** Where a guardian reads a project of their child. */
export const childProjectUrl = (slug: string, token: string) =>
  withToken(`${GUARDIAN_PATH}/projects/${encodeURIComponent(slug)}`, token);

const TAG = /<[a-z][^>]*>/g;
/** A signed URL has a query, which the link replaces. */
const IMAGE_URL = /\/api\/v1\/(assets|foreign-images)\/([0-9a-f-]+(?:\.[a-z]+)?)(?:\?[^"'\s#]*)?/g;

/** The URL of an image that the link of the guardian opens, also while the project is private. */
export const imageUrlWith = (url: string, token: string) =>
  url.replace(IMAGE_URL, (_, kind: string, name: string) => withToken(`${GUARDIAN_PATH}/${kind}/${name}`, token));

/** The sanitizer escapes `<` and `>` everywhere but in tags, so no text is changed. */
export const imagesOpenedBy = (html: string, token: string) => html.replaceAll(TAG, (tag) => imageUrlWith(tag, token));
