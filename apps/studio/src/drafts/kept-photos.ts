import { DraftStore } from './draft-store';
import { PictureDrafts } from './picture-drafts';
import { newId } from '../random-id';

/** The field of the form that lists the keys of its photos. It is kept with the text, and never sent. */
export const KEYS_FIELD = 'kept_photos';

const keys = new WeakMap<File, string>();

/** Photos that were not sent yet, in the browser's database. The draft of each tab lists its own, in their order. */
export class KeptPhotos {
  private readonly drafts: DraftStore;
  private readonly pictures: PictureDrafts;

  constructor(
    handle: string,
    private readonly draftName: string,
  ) {
    this.drafts = new DraftStore(() => localStorage, handle);
    this.pictures = new PictureDrafts(handle);
  }

  keyOf(photo: File): string {
    const key = keys.get(photo) ?? newId();
    keys.set(photo, key);
    return key;
  }

  /** Returns false if the browser cannot keep it. */
  keep(photo: File): Promise<boolean> {
    return this.pictures.keep(this.draftName, { path: this.keyOf(photo), file: photo });
  }

  /** The photos that are still there. */
  async read(wanted: readonly string[]): Promise<File[]> {
    if (wanted.length === 0) return [];
    const kept = new Map((await this.pictures.read(this.draftName)).map(({ path, file }) => [path, file]));
    return wanted.flatMap((key) => {
      const photo = kept.get(key);
      if (photo) keys.set(photo, key);
      return photo ?? [];
    });
  }

  /** Removes the photos that neither this page nor the draft of a tab lists. */
  async removeUnlisted(held: readonly string[]): Promise<void> {
    const kept = await this.pictures.read(this.draftName);
    const listed = new Set([...held, ...this.listed()]);
    const unlisted = kept.filter(({ path }) => !listed.has(path));
    await Promise.all(unlisted.map(({ path }) => this.pictures.drop(this.draftName, path)));
  }

  private listed(): string[] {
    return this.drafts.names(`${this.draftName}@`).flatMap((name) => {
      const content = this.drafts.read(name)?.content;
      const list = content?.[KEYS_FIELD];
      return typeof list === 'string' ? keysIn(list) : [];
    });
  }
}

export const keysIn = (list: string): string[] => list.split(' ').filter((key) => key !== '');
