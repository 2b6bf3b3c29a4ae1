import { pipeline } from 'node:stream/promises';
import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { ImageFilesService } from './image-files.service';
import { imageErrors } from './images.errors';

const CONTENT_TYPES = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' };
const NAME = /^([0-9a-f-]{36})\.([a-z]{3,4})$/;

/** Opens pictures to whoever holds a signed address. */
@Controller('v1/files')
export class FilesController {
  constructor(private readonly files: ImageFilesService) {}

  @Get(':name')
  async read(
    @Param('name') name: string,
    @Query('expires') expires: unknown,
    @Query('signature') signature: unknown,
    @Res() response: Response,
  ): Promise<void> {
    const [, fileId, extension] = NAME.exec(name) ?? [];
    if (fileId === undefined || extension === undefined) throw imageErrors.file_not_found();
    const { file, stream, untilMs } = await this.files.open(fileId, extension, expires, signature);
    response.set({
      'content-type': CONTENT_TYPES[file.extension],
      'content-length': String(file.bytes),
      'cache-control': `private, max-age=${Math.max(0, Math.floor((untilMs - Date.now()) / 1_000))}, immutable`,
      'content-security-policy': "default-src 'none'; sandbox",
    });
    await pipeline(stream, response);
  }
}
