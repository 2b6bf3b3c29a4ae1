import { persistentFetch, type RetryOptions } from './persistent-fetch';
import { type Answer, type ClientOptions, createShipyardClient, dataOf, type ShipyardClient } from './shipyard-client';
import type { components, paths } from './submission-api';

type Query<Path extends keyof paths> = paths[Path] extends { get: { parameters: { query?: infer Given } } }
  ? Omit<NonNullable<Given>, 'offset' | 'cursor'>
  : never;

type Schemas = components['schemas'];

export interface ShipyardOptions extends ClientOptions, RetryOptions {}

export interface Upload {
  /** The slug of the project. */
  slug: string;
  /** A File of a form, a Blob, or bytes: PNG, JPEG, WebP or GIF, at most 5 MB. */
  file: Blob | Uint8Array<ArrayBuffer>;
  /** The path of the file in the project's folder, as the README names it. */
  path?: string;
}

/** The API of one Shipyard. Its methods return `data`, and throw a ShipyardError for every other answer. */
export class Shipyard {
  /** The typed calls of the document, with the retries of this object: `shipyard.api.GET('/api/v1/programs')`. */
  readonly api: ShipyardClient;

  constructor({ retries, signal, fetch, ...options }: ShipyardOptions) {
    this.api = createShipyardClient({ ...options, fetch: persistentFetch(fetch, { retries, signal }) });
  }

  /** Returns `data` of any call: `await shipyard.data(shipyard.api.GET('/api/v1/programs'))`. */
  data<Data>(answer: Promise<Answer<{ ok: true; data: Data }>>): Promise<Data> {
    return dataOf(answer);
  }

  /** All public projects that fit, page by page. */
  projects(query: Query<'/api/v1/projects'> = {}): AsyncGenerator<Schemas['ProjectSummaryView']> {
    return byOffset(async (offset) => {
      const { projects, total } = await dataOf(
        this.api.GET('/api/v1/projects', { params: { query: { limit: PAGE, ...query, offset } } }),
      );
      return { items: projects, total };
    });
  }

  /** All projects of the owner of the token, private ones too. */
  ownProjects(query: Query<'/api/v1/accounts/me/projects'> = {}): AsyncGenerator<Schemas['OwnProjectView']> {
    return byOffset(async (offset) => {
      const { projects, total } = await dataOf(
        this.api.GET('/api/v1/accounts/me/projects', { params: { query: { limit: PAGE, ...query, offset } } }),
      );
      return { items: projects, total };
    });
  }

  /** All logs of a project, newest first. */
  logs(slug: string): AsyncGenerator<Schemas['LogView']> {
    return byCursor(async (cursor) => {
      const query = { limit: PAGE, ...(cursor !== null && { cursor }) };
      const { logs, next_cursor } = await dataOf(
        this.api.GET('/api/v1/projects/{slug}/logs', { params: { path: { slug }, query } }),
      );
      return { items: logs, next: next_cursor };
    });
  }

  /** All images of a project of the owner of the token. */
  images(slug: string): AsyncGenerator<Schemas['ProjectAssetView']> {
    return byCursor(async (cursor) => {
      const query = { limit: PAGE, ...(cursor !== null && { cursor }) };
      const { assets, next_cursor } = await dataOf(
        this.api.GET('/api/v1/projects/{slug}/assets', { params: { path: { slug }, query } }),
      );
      return { items: assets, next: next_cursor };
    });
  }

  /** Adds an image to a project. The same bytes are the same image, so a repetition adds nothing. */
  async upload({ slug, file, path }: Upload): Promise<Schemas['AssetView']> {
    const { id } = await dataOf(this.api.GET('/api/v1/projects/{slug}', { params: { path: { slug } } }));
    const form = new FormData();
    form.set('project_id', id);
    if (path !== undefined) form.set('path', path);
    form.set('file', file instanceof Blob ? file : new Blob([file]), nameOf(file, path));
    return dataOf(
      this.api.POST('/api/v1/assets/upload', { body: { project_id: id, file: '' }, bodySerializer: () => form }),
    );
  }
}

const PAGE = 100;

/** A part without a filename is no file. */
function nameOf(file: Upload['file'], path: string | undefined): string {
  if ('name' in file && typeof file.name === 'string') return file.name;
  return path?.split('/').at(-1) ?? 'image';
}

async function* byOffset<Item>(read: (offset: number) => Promise<{ items: Item[]; total: number }>) {
  let offset = 0;
  for (;;) {
    const { items, total } = await read(offset);
    yield* items;
    offset += items.length;
    if (items.length === 0 || offset >= total) return;
  }
}

async function* byCursor<Item>(read: (cursor: string | null) => Promise<{ items: Item[]; next: string | null }>) {
  let cursor: string | null = null;
  do {
    const page: { items: Item[]; next: string | null } = await read(cursor);
    yield* page.items;
    cursor = page.next;
  } while (cursor !== null);
}
