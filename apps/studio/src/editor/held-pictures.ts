import type { EditorFacts } from '@shipyard/ui';
import type { KeptPhotos } from '../drafts/kept-photos';
import type { PictureRefusal } from './picture-files';
import type { HeldPicture } from './pictures';
import type { StoredPictures } from './readme-api';

export interface KeyOfPicture {
  path: string;
  key: string;
}

/** The pictures that the browser holds until the save. Their files are kept in its database too, and the draft lists them. */
export class HeldPictures {
  private pictures: HeldPicture[] = [];
  /** Those of the draft that the database has not answered yet. */
  private awaited: readonly KeyOfPicture[] = [];

  constructor(private readonly kept: KeptPhotos) {}

  get all(): readonly HeldPicture[] {
    return this.pictures;
  }

  get accepted(): readonly HeldPicture[] {
    return this.pictures.filter(({ refusal }) => refusal === null);
  }

  /** What the draft lists. */
  get keys(): KeyOfPicture[] {
    return [...this.awaited, ...this.accepted.map(({ path, file }) => ({ path, key: this.kept.keyOf(file) }))];
  }

  /** Takes up those of the draft. */
  async restore(listed: readonly KeyOfPicture[]): Promise<void> {
    this.awaited = listed;
    const files = await this.kept.read(listed.map(({ key }) => key));
    const fileOf = new Map(files.map((file) => [this.kept.keyOf(file), file]));
    const { awaited } = this;
    this.awaited = [];
    for (const { path, key } of awaited) {
      const file = fileOf.get(key);
      if (file) this.pictures.push({ path, file, url: URL.createObjectURL(file), refusal: null });
    }
  }

  /** In place of an earlier file of this path. */
  hold(path: string, file: File, refusal: PictureRefusal | null): void {
    this.remove(path);
    this.pictures = [...this.pictures, { path, file, url: URL.createObjectURL(file), refusal }];
    if (refusal === null) void this.kept.keep(file);
  }

  refuse(paths: readonly string[], refusal: PictureRefusal): void {
    for (const picture of this.pictures) if (paths.includes(picture.path)) picture.refusal = refusal;
  }

  remove(path: string): void {
    this.awaited = this.awaited.filter((each) => each.path !== path);
    const picture = this.pictures.find((each) => each.path === path);
    if (picture) URL.revokeObjectURL(picture.url);
    this.pictures = this.pictures.filter((each) => each !== picture);
  }

  /** The service has these now. Their URLs stay, because the page shows them. */
  onSaved(sent: readonly HeldPicture[]): void {
    const gone = new Set(sent);
    this.pictures = this.pictures.filter((each) => !gone.has(each) && each.refusal === null);
  }

  /** Returns what `hold` takes up again. */
  clear(): readonly HeldPicture[] {
    const cleared = this.pictures;
    this.awaited = [];
    for (const { url } of cleared) URL.revokeObjectURL(url);
    this.pictures = [];
    return cleared;
  }

  /** Removes from the database what no draft lists. */
  removeUnlisted(): Promise<void> {
    return this.kept.removeUnlisted(this.keys.map(({ key }) => key));
  }
}

/** The pictures of the README as it is saved now. The answer of a save does not say how large they are. */
export const storedPictures = (images: StoredPictures, before: EditorFacts['pictures']): EditorFacts['pictures'] =>
  images.map(({ path, url }) => ({ path, url, bytes: before.findLast((each) => each.path === path)?.bytes ?? 0 }));
