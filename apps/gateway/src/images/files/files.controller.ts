import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiAnswers } from '@shipyard/http';
import type { Request, Response } from 'express';
import { FileLinkQuery } from '../images.dto';
import { imageErrors } from '../images.errors';
import { ImageFilesService } from './image-files.service';
import { sendPieces } from './send-pieces';

const CONTENT_TYPES = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' };

@Controller('v1/files')
export class FilesController {
  constructor(private readonly files: ImageFilesService) {}

  @Get(':name')
  @ApiAnswers({
    summary: 'Download an image by its signed URL',
    description: 'Use the whole URL as you received it, with `expires` and `signature`. It needs no key.',
    inputs: { query: FileLinkQuery },
    answers: {
      200: { description: 'The image.', content: { 'image/png': null, 'image/jpeg': null, 'image/webp': null } },
    },
    errors: [imageErrors.file_not_found, imageErrors.file_expired],
  })
  async read(
    @Param('name') name: string,
    @Query('expires') expires: unknown,
    @Query('signature') signature: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { file, bytes, read, untilMs } = await this.files.open(name, { expires, signature });
    // Opened before the headers are set, so that a failure of the store gets an error response.
    const content = request.method === 'HEAD' ? null : await read();
    response.set({
      'content-type': CONTENT_TYPES[file.extension],
      'content-length': String(bytes),
      'content-disposition': `inline; filename="${file.id}.${file.extension}"`,
      'cache-control': `private, max-age=${Math.max(0, Math.floor((untilMs - Date.now()) / 1_000))}, immutable`,
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    });
    if (content) await sendPieces(content, response);
    else response.end();
  }
}
