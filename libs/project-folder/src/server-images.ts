import type { LocalProject, LocatedImage, ServerAsset, ServerState } from './types';

/** Which image of the server is which file of the folder. Their bytes decide, by the hashes that the service keeps. */
export class ServerImages {
  private readonly byHash = new Map<string, Set<string>>();
  private readonly byId = new Map<string, ServerAsset>();
  private readonly byReadmePath = new Map<string, string>();

  constructor(
    { assets }: Pick<ServerState, 'assets'>,
    private readonly hashes: LocalProject['images'],
  ) {
    for (const asset of assets) {
      this.byId.set(asset.file_id, asset);
      for (const path of asset.readme_paths) this.byReadmePath.set(path, asset.file_id);
      for (const hash of [asset.uploaded_sha256, asset.served_sha256]) if (hash !== null) this.add(hash, asset.file_id);
    }
  }

  /** The file id of a file of the folder, if the server has its bytes. */
  fileIdOf(path: string): string | null {
    const [fileId = null] = this.byHash.get(this.hashes.get(path) ?? '') ?? [];
    return fileId;
  }

  /** The same for one of several files that have these bytes. Null if it has none of them. */
  pathLike(fileId: string, wanted: string | null): string | null {
    const hash = this.hashes.get(wanted ?? '');
    if (wanted !== null && hash !== undefined && this.byHash.get(hash)?.has(fileId)) return wanted;
    return this.pathOf(fileId);
  }

  /** The file of the folder that has the bytes of an image of the server. */
  pathOf(fileId: string): string | null {
    for (const [path, hash] of this.hashes) if (this.byHash.get(hash)?.has(fileId)) return path;
    return null;
  }

  /** An image that the service has removed equals every image, because nothing is left to compare. */
  isSame(local: LocatedImage, server: LocatedImage): boolean {
    const wanted = server.fileId ?? this.byReadmePath.get(server.path ?? '') ?? null;
    if (wanted === null || !this.byId.has(wanted)) return true;
    if (local.fileId !== null) return local.fileId === wanted;
    return this.byHash.get(this.hashes.get(local.path ?? '') ?? '')?.has(wanted) ?? false;
  }

  private add(hash: string, fileId: string): void {
    const known = this.byHash.get(hash);
    if (known) known.add(fileId);
    else this.byHash.set(hash, new Set([fileId]));
  }
}
