import type { EditorFacts } from '@shipyard/ui';
import { PictureDrafts } from '../drafts/picture-drafts';
import type { PictureRefusal } from './picture-files';
import type { HeldPicture } from './pictures';
import type { StoredPictures } from './readme-api';

/** The pictures that the browser holds until the save. Their files are kept in its database too. */
export class HeldPictures {
  private pictures: HeldPicture[] = [];
  private readonly drafts: PictureDrafts;

  constructor(
    handle: string,
    private readonly draftName: string,
  ) {
    this.drafts = new PictureDrafts(handle);
  }

  get all(): readonly HeldPicture[] {
    return this.pictures;
  }

  get accepted(): readonly HeldPicture[] {
    return this.pictures.filter(({ refusal }) => refusal === null);
  }

  /** Takes up those of an earlier visit. */
  async restore(): Promise<void> {
    const kept = await this.drafts.read(this.draftName);
    this.pictures.push(
      ...kept.map(({ path, file }) => ({ path, file, url: URL.createObjectURL(file), refusal: null })),
    );
  }

  /** In place of an earlier file of this path. */
  hold(path: string, file: File, refusal: PictureRefusal | null): void {
    this.forget(path);
    this.pictures = [...this.pictures, { path, file, url: URL.createObjectURL(file), refusal }];
    if (refusal === null) void this.drafts.keep(this.draftName, { path, file });
  }

  refuse(paths: readonly string[], refusal: PictureRefusal): void {
    for (const picture of this.pictures) if (paths.includes(picture.path)) picture.refusal = refusal;
  }

  remove(path: string): void {
    this.forget(path);
    void this.drafts.drop(this.draftName, path);
  }

  /** The service has these now. Their URLs stay, because the page shows them. */
  onSaved(sent: readonly HeldPicture[]): void {
    const gone = new Set(sent);
    this.pictures = this.pictures.filter((each) => !gone.has(each) && each.refusal === null);
    for (const { path } of sent) void this.drafts.drop(this.draftName, path);
  }

  clear(): void {
    for (const { url } of this.pictures) URL.revokeObjectURL(url);
    this.pictures = [];
    void this.drafts.clear(this.draftName);
  }

  private forget(path: string): void {
    const picture = this.pictures.find((each) => each.path === path);
    if (picture) URL.revokeObjectURL(picture.url);
    this.pictures = this.pictures.filter((each) => each !== picture);
  }
}

/** The pictures of the README as it is saved now. The answer of a save does not say how large they are. */
export const storedPictures = (images: StoredPictures, before: EditorFacts['pictures']): EditorFacts['pictures'] =>
  images.map(({ path, url }) => ({ path, url, bytes: before.findLast((each) => each.path === path)?.bytes ?? 0 }));
