import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import { HttpError } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import type { Caller } from '../../accounts';
import { type PageImage, PageImagesService, ServedAssetsService } from '../../assets';
import { CONFIG, type HttpConfig } from '../../config';
import { removeFolder, uploadFolder } from '../../uploads/multipart-form';

/** Wide enough for paper. */
const WIDTH = 1_000;

/** Gives pictures of projects as files to a child process, which has no access to the store. */
@Injectable()
export class PictureFiles {
  constructor(
    private readonly images: PageImagesService,
    private readonly assets: ServedAssetsService,
    @Inject(CONFIG) private readonly config: Pick<HttpConfig, 'DATA_DIR'>,
  ) {}

  /** Pictures that the caller may not see, or that were removed meanwhile, have no file. */
  async lend<Result>(
    assetIds: readonly string[],
    caller: Caller | null,
    use: (files: Record<string, string>) => Promise<Result>,
  ): Promise<Result> {
    const folder = path.join(uploadFolder(this.config.DATA_DIR), uuidv7());
    try {
      const files: Record<string, string> = {};
      const images = await this.images.find(assetIds);
      if (images.size > 0) await mkdir(folder, { recursive: true });
      for (const [assetId, image] of images) {
        const file = path.join(folder, assetId);
        if (await this.copy(image, caller, file)) files[assetId] = file;
      }
      return await use(files);
    } finally {
      await removeFolder(folder);
    }
  }

  private async copy(image: PageImage, caller: Caller | null, file: string): Promise<boolean> {
    try {
      const unsigned = { expires: undefined, signature: undefined };
      const served = await this.assets.find(smallestFile(image), caller, unsigned);
      await pipeline(await served.read(), createWriteStream(file));
      return true;
    } catch (error) {
      if (error instanceof HttpError) return false;
      throw error;
    }
  }
}

/** The name of the smallest file that is wide enough. */
function smallestFile({ url, variants }: PageImage): string {
  const [smallest] = variants
    .filter(({ format, width }) => format === 'webp' && width >= WIDTH)
    .sort((one, other) => one.width - other.width);
  const [withoutQuery = ''] = (smallest?.url ?? url).split('?');
  return path.posix.basename(withoutQuery);
}
