import type { IncomingMessage, ServerResponse } from 'node:http';
import { applyDecorators, type CanActivate, type ExecutionContext, Injectable, UseGuards } from '@nestjs/common';
import { OwnTokenKind } from '@shipyard/auth';
import { IMAGE_LIMIT_BYTES } from '@shipyard/contracts';
import { envelopeErrors, OnceByItself, OwnBody, type RouteAdditions, type RouteRule } from '@shipyard/http';
import type { Request } from 'express';
import { actForAccount, callerOf } from '../../accounts';
import { limitErrors } from '../../limits/limits.errors';
import { RateLimits } from '../../limits/rate-limits';
import { uploadErrors } from '../../uploads/uploads.errors';
import { ImageUploadsService, type OpenUpload } from './image-uploads.service';
import { UPLOAD_TYPES } from './image-upload.view';

declare module 'http' {
  interface IncomingMessage {
    /** The upload whose key the URL has. */
    openUpload?: OpenUpload;
  }
}

const BYTES = { type: 'string', format: 'binary', maxLength: IMAGE_LIMIT_BYTES };

/** Requires the key of an upload in the URL. Nothing of the body is read before. */
@Injectable()
export class UploadUrlGuard implements CanActivate, RouteRule {
  constructor(
    private readonly uploads: ImageUploadsService,
    private readonly limits: RateLimits,
  ) {}

  describe(): RouteAdditions {
    return {
      faults: ['body_too_large', 'unavailable', 'body_malformed'],
      errors: [
        uploadErrors.UPLOAD_URL_INVALID,
        uploadErrors.IMAGE_TOO_LARGE,
        limitErrors.RATE_LIMITED,
        envelopeErrors.INTERNAL,
      ],
      security: [{}],
      requestBody: {
        required: true,
        description: `The bytes of one image, at most ${IMAGE_LIMIT_BYTES}.`,
        content: Object.fromEntries(
          ['application/octet-stream', ...UPLOAD_TYPES].map((type) => [type, { schema: BYTES }]),
        ),
      },
      answerHeaders: {
        'Cache-Control': { description: '`no-store`', required: true, schema: { const: 'no-store' } },
      },
    };
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<ServerResponse>();
    response.setHeader('cache-control', 'no-store');
    const open = await this.uploads.open(String(request.params.uploadId), request.query.key);
    if (!open) throw uploadErrors.UPLOAD_URL_INVALID();
    // The request for the URL was counted already. Its one image is counted here.
    const bytes = Math.min(Number(request.headers['content-length'] ?? IMAGE_LIMIT_BYTES), IMAGE_LIMIT_BYTES);
    await this.limits.take(response, 'writes', open.uploadId);
    await this.limits.take(response, 'asset_bytes', open.accountId, bytes);
    actForAccount(request, { accountId: open.accountId, handle: open.handle, credentialId: open.uploadId });
    request.openUpload = open;
    return true;
  }
}

/** A route whose right is the key in its URL. It reads its own body. */
export const UploadUrlOnly = () =>
  applyDecorators(OwnTokenKind(), UseGuards(UploadUrlGuard), OwnBody(), OnceByItself());

export function openUploadOf(request: IncomingMessage) {
  const [caller, upload] = [callerOf(request), request.openUpload];
  if (!caller || !upload) throw envelopeErrors.INTERNAL({ cause: new Error('A route without an upload asked for it') });
  return { caller, upload };
}
