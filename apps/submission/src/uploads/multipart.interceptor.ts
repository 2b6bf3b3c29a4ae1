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
import { IMAGE_LIMIT_BYTES, IMAGE_PARTS_LIMIT } from '@shipyard/contracts';
import { type DescribedRoute, type JsonSchema, OwnBody, type RouteAdditions, type RouteRule } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import { finalize } from 'rxjs';
import { CONFIG, type HttpConfig } from '../config';
import { LimitedBy } from '../limits/rate-limits';
import { type MultipartForm, readMultipartForm, removeFolder, type TextParts, uploadFolder } from './multipart-form';
import { uploadErrors } from './uploads.errors';

const TEXT_PARTS = 'shipyard:text-parts';
const IMAGE_PART_NAME = 'shipyard:image-part';
const OPTIONAL_TEXT_PARTS = 'shipyard:optional-text-parts';

/** Interceptors run after guards, so no byte of a body is read before the token is checked. */
@Injectable()
export class MultipartInterceptor implements NestInterceptor, RouteRule {
  private readonly reflector = new Reflector();

  constructor(@Inject(CONFIG) private readonly config: HttpConfig) {}

  async intercept(context: ExecutionContext, next: CallHandler) {
    const request = context.switchToHttp().getRequest<IncomingMessage>();
    const response = context.switchToHttp().getResponse<ServerResponse>();
    const textParts = this.textPartsOf(context);
    if (!textParts) return next.handle();
    const folder = path.join(uploadFolder(this.config.DATA_DIR), uuidv7());
    try {
      await readMultipartForm(request, response, folder, { textParts });
    } catch (error) {
      await removeFolder(folder);
      throw error;
    }
    return next.handle().pipe(finalize(() => void removeFolder(folder)));
  }

  describe(route: DescribedRoute): RouteAdditions {
    const textParts = this.textPartsOf(route);
    if (!textParts) return {};
    return {
      faults: ['body_malformed', 'body_too_large', 'input_invalid', 'unavailable'],
      errors: [uploadErrors.IMAGE_TOO_LARGE],
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: formSchema(textParts, this.optionalPartsOf(route), this.imagePartOf(route)),
          },
        },
      },
    };
  }

  private textPartsOf(route: Pick<ExecutionContext, 'getHandler'>): TextParts | undefined {
    return this.reflector.get<TextParts | undefined>(TEXT_PARTS, route.getHandler());
  }

  private imagePartOf(route: Pick<ExecutionContext, 'getHandler'>): string | undefined {
    return this.reflector.get<string | undefined>(IMAGE_PART_NAME, route.getHandler());
  }

  private optionalPartsOf(route: Pick<ExecutionContext, 'getHandler'>): OptionalTextParts {
    return this.reflector.get<OptionalTextParts>(OPTIONAL_TEXT_PARTS, route.getHandler());
  }
}

/** The same for every part that is an image. */
const IMAGE_PART: JsonSchema = {
  type: 'string',
  format: 'binary',
  contentMediaType: 'application/octet-stream',
  maxLength: IMAGE_LIMIT_BYTES,
  description: `A PNG, JPEG, WebP or GIF of at most ${IMAGE_LIMIT_BYTES} bytes, with a filename.`,
};

/** A part of N bytes has at most N characters. */
function formSchema(textParts: TextParts, optional: OptionalTextParts, imagePart: string | undefined): JsonSchema {
  const texts = Object.entries(textParts).map(([name, bytes]) => [
    name,
    { maxLength: bytes, ...(optional[name]?.schema ?? { type: 'string', description: `At most ${bytes} bytes.` }) },
  ]);
  const required = Object.keys(textParts).filter((name) => !Object.hasOwn(optional, name));
  const properties = Object.fromEntries(texts) as JsonSchema;
  if (imagePart !== undefined)
    return {
      type: 'object',
      properties: { ...properties, [imagePart]: IMAGE_PART },
      required: [...required, imagePart],
      additionalProperties: false,
    };
  return {
    type: 'object',
    properties,
    required,
    maxProperties: texts.length + IMAGE_PARTS_LIMIT,
    additionalProperties: IMAGE_PART,
  };
}

export type OptionalTextParts = Readonly<Record<string, { bytes: number; schema: JsonSchema }>>;

export const Multipart = (required: TextParts, optional: OptionalTextParts = {}) => {
  const limits = Object.entries(optional).map(([name, { bytes }]) => [name, bytes] as const);
  return applyDecorators(
    OwnBody(),
    LimitedBy('asset_bytes'),
    SetMetadata(TEXT_PARTS, { ...required, ...Object.fromEntries(limits) }),
    SetMetadata(OPTIONAL_TEXT_PARTS, optional),
  );
};

/** The form has exactly one image, in a part of this name. Without this, each part with a filename is an image. */
export const OneImage = (name: string) => SetMetadata(IMAGE_PART_NAME, name);

export const imageBytesOf = (request: IncomingMessage): number =>
  request.multipartForm?.files.reduce((sum, { bytes }) => sum + bytes, 0) ?? 0;

export const Form = createParamDecorator((_: unknown, context: ExecutionContext): MultipartForm => {
  const { multipartForm } = context.switchToHttp().getRequest<IncomingMessage>();
  if (!multipartForm) throw new Error('Only a route marked with @Multipart has a form');
  return multipartForm;
});
