import { applyDecorators, Controller, SetMetadata, UseGuards, UseInterceptors } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import { OutsideApi, OwnBody } from '@shipyard/http';
import type { ReactNode } from 'react';
import { FormWithCsrfToken } from '../../accounts';
import type { TextParts } from '../../uploads/multipart-form';
import type { Words } from '../words/words';
import { StudioEntrance } from './studio-entrance';
import { STUDIO_FORM } from './studio-form-names';
import { StudioGuard } from './studio.guard';

export interface StudioFormOptions {
  /** For a multipart form: its text parts with their limits, which come first, and the inputs of its photos. */
  photos?: { texts: TextParts; inputs: (words: Words) => ReactNode };
  /** The most bytes of the body, as the form sends it. Default: enough for short fields. */
  limitBytes?: number;
  /**
   * The fields that are shown again when the session has ended, with their labels. `null`: carried along unseen. A field
   * that is not named is never sent back: leave out passwords and everything about a recipient.
   */
  keeps?: Readonly<Record<string, ((words: Words) => string) | null>>;
}

/** A controller of the studio. Its routes are reached with a session only, so `@CurrentCaller()` works. */
export const StudioController = (path: string) =>
  applyDecorators(
    OutsideApi(),
    TokenOptional(),
    UseGuards(StudioGuard),
    UseInterceptors(StudioEntrance),
    Controller(path),
  );

/** A route that takes a form of the studio. It reads the fields with `SessionForms.read(request, response, limitBytes)`. */
export const StudioForm = (options: StudioFormOptions = {}) =>
  applyDecorators(OwnBody(), FormWithCsrfToken(), SetMetadata(STUDIO_FORM, options));
