import { pipeline } from 'node:stream/promises';
import { errorCodeOf } from '@shipyard/platform';
import { Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiAnswers, ApiOperation, envelope, matchesEtag } from '@shipyard/http';
import type { Request, Response } from 'express';
import { PublicRead } from '../accounts/account.guard';
import { type Caller, CurrentCaller, OptionalCaller } from '../accounts/caller.view';
import type { MultipartForm } from '../uploads/multipart-form';
import { Form, Multipart } from '../uploads/multipart.interceptor';
import { projectErrors } from '../projects/projects.errors';
import { uploadErrors } from '../uploads/uploads.errors';
import { AssetQuery, AssetView } from './asset.view';
import { assetErrors } from './assets.errors';
import { AssetsService, type ServedAsset } from './assets.service';
import { parseRange } from './byte-range';
import { CONTENT_TYPES } from './image-type';

/** A project's id is far shorter. */
const PROJECT_ID_LIMIT_BYTES = 1024;

const IMAGES = Object.fromEntries(Object.values(CONTENT_TYPES).map((type) => [type, null]));

@Controller('api/v1/assets')
export class AssetsController {
  constructor(private readonly assets: AssetsService) {}

  @Post('upload')
  @Multipart({ project_id: PROJECT_ID_LIMIT_BYTES })
  @ApiOperation({
    summary: 'Add an image to a project',
    description: 'The image goes into the part `file`. Its metadata are dropped, its orientation is applied. The same bytes in the same project are one asset.',
    data: AssetView,
    errors: [projectErrors.PROJECT_NOT_FOUND, uploadErrors.IMAGE_TYPE_UNSUPPORTED],
  })
  async upload(@CurrentCaller() caller: Caller, @Form() form: MultipartForm) {
    return envelope(await this.assets.upload(caller, form));
  }

  @PublicRead()
  @Get(':fileName')
  @ApiAnswers({
    summary: 'Read an image',
    description: 'One of a private project needs its owner, staff, or the signature of an address that the project carries.',
    headers: { Range: 'One range of bytes.', 'If-Range': 'The ETag that the range is of.' },
    answers: {
      200: { description: 'The image.', content: IMAGES },
      206: { description: 'The range.', content: IMAGES },
      416: { description: 'The image has no such range.' },
    },
    answerHeaders: { 'Accept-Ranges': '`bytes`', 'Content-Range': 'Of 206 and 416.', 'Cache-Control': 'It never changes under its address.' },
    errors: [assetErrors.ASSET_NOT_FOUND],
  })
  async serve(
    @Param('fileName') fileName: string,
    @OptionalCaller() caller: Caller | null,
    @Query() { expires, signature }: AssetQuery,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    await send(await this.assets.serve(fileName, caller, { expires, signature }), request, response);
  }
}

/** An image never changes under its address, so its id is its validator. */
async function send(asset: ServedAsset, request: Request, response: Response): Promise<void> {
  const etag = `"${asset.id}"`;
  response.set({
    'content-type': asset.contentType,
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': `${asset.isPrivate ? 'private' : 'public'}, max-age=${asset.maxAgeSeconds}, immutable`,
    'accept-ranges': 'bytes',
    etag,
  });
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    response.removeHeader('content-type');
    response.status(304).end();
    return;
  }
  const ifRange = request.headers['if-range'];
  const range = ifRange === undefined || ifRange === etag ? parseRange(request.headers.range, asset.bytes) : null;
  if (range === 'unsatisfiable') {
    response.removeHeader('content-type');
    response.status(416).set('content-range', `bytes */${asset.bytes}`).end();
    return;
  }
  if (range) response.status(206).set('content-range', `bytes ${range.start}-${range.end}/${asset.bytes}`);
  response.set('content-length', String(range ? range.end - range.start + 1 : asset.bytes));
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  await pipeline(asset.read(range ?? undefined), response).catch((error: unknown) => {
    // A reader who leaves early is no fault.
    if (errorCodeOf(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
