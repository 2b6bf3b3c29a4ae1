import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import {
  applyDecorators,
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { OwnBody } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform';
import { finalize } from 'rxjs';
import { CONFIG, type HttpConfig } from '../config';
import { LimitedBy } from '../limits/rate-limits';
import { type MultipartForm, readMultipartForm, removeFolder, type TextParts, uploadFolder } from './multipart-form';

const TEXT_PARTS = 'shipyard:text-parts';
const forms = new WeakMap<IncomingMessage, MultipartForm>();

/** Reads a multipart body. An interceptor, because those run after the guards: no byte of a body is read before the token has passed. */
@Injectable()
export class MultipartInterceptor implements NestInterceptor {
  private readonly reflector = new Reflector();

  constructor(@Inject(CONFIG) private readonly config: HttpConfig) {}

  async intercept(context: ExecutionContext, next: CallHandler) {
    const request = context.switchToHttp().getRequest<IncomingMessage>();
    const response = context.switchToHttp().getResponse<ServerResponse>();
    const textParts = this.reflector.get<TextParts | undefined>(TEXT_PARTS, context.getHandler());
    if (!textParts) return next.handle();
    const folder = path.join(uploadFolder(this.config.DATA_DIR), uuidv7());
    try {
      forms.set(request, await readMultipartForm(request, response, folder, textParts));
    } catch (error) {
      await removeFolder(folder);
      throw error;
    }
    return next.handle().pipe(finalize(() => void removeFolder(folder)));
  }
}

/** A route whose body is multipart/form-data with these text parts, each with its limit in bytes, and images. */
export const Multipart = (textParts: TextParts) => applyDecorators(OwnBody(), LimitedBy('asset_bytes'), SetMetadata(TEXT_PARTS, textParts));

/** Null for a request that brought none. */
export const formOf = (request: IncomingMessage): MultipartForm | null => forms.get(request) ?? null;

/** How many bytes of images a request has brought; 0 where it had no form, or one that was refused. */
export const imageBytesOf = (request: IncomingMessage): number => formOf(request)?.files.reduce((sum, { bytes }) => sum + bytes, 0) ?? 0;

/** The form of a route marked as multipart. Its files are gone once the route has answered. */
export const Form = createParamDecorator((_: unknown, context: ExecutionContext): MultipartForm => {
  const form = formOf(context.switchToHttp().getRequest<IncomingMessage>());
  if (!form) throw new Error('Only a route marked with @Multipart has a form');
  return form;
});
