import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { FormFields } from '@shipyard/http';
import { assertOwnPage, SessionForms } from '@shipyard/pages';
import { uuidv7 } from '@shipyard/platform/ids';
import { CONFIG, type HttpConfig } from '../config';
import {
  type MultipartForm,
  readMultipartForm,
  removeFolder,
  type TextParts,
  uploadFolder,
} from '../uploads/multipart-form';

const CSRF_TOKEN_BYTES = 1024;

/** Reads forms with photos of visitors who are signed in. Their routes say `@StudioForm({ photos })`. */
@Injectable()
export class PhotoForms {
  constructor(
    private readonly forms: SessionForms,
    @Inject(CONFIG) private readonly config: HttpConfig,
  ) {}

  /**
   * Calls `use` with the form, whose photos are removed afterwards. Throws CSRF_INVALID before the first photo is read
   * if the form was not made for this session.
   */
  async read(
    request: IncomingMessage,
    response: ServerResponse,
    textParts: TextParts,
    use: (form: MultipartForm) => Promise<void>,
  ): Promise<void> {
    assertOwnPage(request);
    const folder = path.join(uploadFolder(this.config.DATA_DIR), uuidv7());
    const check = (texts: MultipartForm['texts']) => void this.forms.accept(request, fieldsOf(texts));
    try {
      const form = await readMultipartForm(request, response, folder, {
        textParts: { csrf_token: CSRF_TOKEN_BYTES, ...textParts },
        browserForm: { check },
      });
      await use(form);
    } finally {
      await removeFolder(folder);
    }
  }

  /**
   * Returns the texts before the first photo. Stores nothing. Throws CSRF_INVALID if there is a session and the form was
   * not made for it.
   */
  async readTexts(request: IncomingMessage, response: ServerResponse, textParts: TextParts): Promise<FormFields> {
    assertOwnPage(request);
    const folder = path.join(uploadFolder(this.config.DATA_DIR), uuidv7());
    const check = (texts: MultipartForm['texts']) => {
      throw new TextsRead(this.forms.accept(request, fieldsOf(texts)));
    };
    try {
      await readMultipartForm(request, response, folder, {
        textParts: { csrf_token: CSRF_TOKEN_BYTES, ...textParts },
        browserForm: { check },
      });
      return {};
    } catch (error) {
      if (!(error instanceof TextsRead)) throw error;
      // A browser reads the answer only after it has sent all photos.
      request.unpipe();
      request.resume();
      return error.fields;
    } finally {
      await removeFolder(folder);
    }
  }
}

/** Ends the reading of a form before its first photo. */
class TextsRead extends Error {
  constructor(readonly fields: FormFields) {
    super('The texts of the form are read');
  }
}

const fieldsOf = (texts: MultipartForm['texts']): FormFields =>
  Object.fromEntries([...texts].map(([name, bytes]) => [name, bytes.toString()]));
