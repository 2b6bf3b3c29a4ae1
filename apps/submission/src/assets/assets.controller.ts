import { pipeline } from 'node:stream/promises';
import { matchesEtag } from '@shipyard/http';
import { errorCodeOf } from '@shipyard/platform';
import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { envelope } from '@shipyard/http';
import type { Request, Response } from 'express';
import { PublicRead } from '../accounts/account.guard';
import { type Caller, CurrentCaller, OptionalCaller } from '../accounts/caller.view';
import type { MultipartForm } from '../uploads/multipart-form';
import { Form, Multipart } from '../uploads/multipart.interceptor';
import { AssetsService, type ServedAsset } from './assets.service';
import { parseRange } from './byte-range';

/** A project's id is far shorter. */
const PROJECT_ID_LIMIT_BYTES = 1024;

@Controller('api/v1/assets')
export class AssetsController {
  constructor(private readonly assets: AssetsService) {}

  @Post('upload')
  @Multipart({ project_id: PROJECT_ID_LIMIT_BYTES })
  async upload(@CurrentCaller() caller: Caller, @Form() form: MultipartForm) {
    return envelope(await this.assets.upload(caller, form));
  }

  @PublicRead()
  @Get(':fileName')
  async serve(@Param('fileName') fileName: string, @OptionalCaller() caller: Caller | null, @Req() request: Request, @Res() response: Response) {
    const { expires, signature } = request.query;
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
