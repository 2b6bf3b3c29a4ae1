import { Get, Param, Post, Req, Res } from '@nestjs/common';
import { IMAGE_LIMIT_BYTES, README_LIMIT_BYTES } from '@shipyard/contracts';
import { envelopeErrors, HttpError, NO_RECORDER, RequestFault } from '@shipyard/http';
import { withoutUnanswered } from '@shipyard/ui/readme-questions';
import type { Request, Response } from 'express';
import { type Caller, CurrentCaller } from '../../accounts';
import { LimitedBy } from '../../limits/rate-limits';
import { readmeErrors, ReadmeUploadService } from '../../readme';
import { imageTooLarge, type MultipartForm } from '../../uploads/multipart-form';
import { uploadErrors } from '../../uploads/uploads.errors';
import { PageRenderer } from '../page-renderer';
import { PhotoForms } from '../photo-forms';
import { messageOf } from '../service-messages';
import type { Words } from '../words/words';
import { studioUrl } from '../studio/project-path';
import { askedBy } from './offered-text';
import { ReadmePageQuery } from './project-readme.query';
import { ReadmePage, type RefusedReadme } from './project-readme.views';
import { StudioController, StudioForm } from '../studio/studio-form';
import { StudioQuery } from '../studio/studio.query';

const SHORT_FIELD_BYTES = 256;
const TEXTS = {
  readme: README_LIMIT_BYTES,
  base_updated_at: SHORT_FIELD_BYTES,
  keep_images: SHORT_FIELD_BYTES,
};

/** The README editor. Its script saves by the API, and this form works without a script. */
@StudioController('studio/projects/:slug')
export class ReadmePageController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly studio: StudioQuery,
    private readonly query: ReadmePageQuery,
    private readonly uploads: ReadmeUploadService,
    private readonly forms: PhotoForms,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response, @Param('slug') slug: string): Promise<void> {
    const isSaved = request.query.saved !== undefined;
    await this.send(request, response, slug, { isSaved, refused: null });
  }

  @LimitedBy('asset_bytes')
  @StudioForm({
    // The next save asks for the pictures that the text names.
    photos: { texts: TEXTS, inputs: () => null },
    keeps: { base_updated_at: null, keep_images: null, readme: ({ editor }) => editor.label },
  })
  @Post()
  async save(
    @CurrentCaller() caller: Caller,
    @Req() request: Request,
    @Res() response: Response,
    @Param('slug') slug: string,
  ): Promise<void> {
    await this.forms.read(request, response, TEXTS, async (form) => {
      const refused = await this.put(caller, slug, form);
      if (!refused) return response.redirect(303, `${studioUrl(slug)}?saved`);
      await this.send(request, response.status(refused.status), slug, { isSaved: false, refused });
    });
  }

  /** Returns what the writer can mend, if anything. */
  private async put(caller: Caller, slug: string, form: MultipartForm): Promise<RefusedReadme | null> {
    const large = form.files.find(({ bytes }) => bytes > IMAGE_LIMIT_BYTES);
    try {
      if (large) throw imageTooLarge(large.name);
      await this.uploads.put(caller, NO_RECORDER, slug, { ...form, texts: withAnswersOnly(form.texts) });
      return null;
    } catch (error) {
      const refused = refusalOf(error, form);
      if (!refused) throw error;
      return refused;
    }
  }

  private async send(
    request: Request,
    response: Response,
    slug: string,
    { isSaved, refused }: { isSaved: boolean; refused: RefusedReadme | null },
  ): Promise<void> {
    const studio = await this.studio.ofProject(request, slug);
    const asked = askedBy(request.method === 'GET' ? request.query : {});
    const { remark } = request.query;
    const edited = await this.query.of(studio, { ...asked, remark: typeof remark === 'string' ? remark : null });
    this.pages.send(request, response, (page) => ReadmePage({ page, studio, edited, asked, refused, isSaved }), {
      hasScripts: true,
    });
  }
}

/** The script does the same before it saves by the API, which keeps every text as it is sent. */
function withAnswersOnly(texts: MultipartForm['texts']): MultipartForm['texts'] {
  const readme = texts.get('readme');
  if (readme === undefined) return texts;
  return new Map([...texts, ['readme', Buffer.from(withoutUnanswered(readme.toString().replaceAll('\r\n', '\n')))]]);
}

/** What the writer can mend. Null for everything else. */
function refusalOf(error: unknown, { texts }: MultipartForm): RefusedReadme | null {
  const text = texts.get('readme')?.toString() ?? '';
  const refused = (status: number, message: RefusedReadme['message'], missing: string[] = []) => ({
    status,
    text,
    message,
    missing,
    base: texts.get('base_updated_at')?.toString() ?? null,
    isChanged: false,
  });
  if (error instanceof RequestFault && error.fault.kind === 'input_invalid') {
    const [problem] = error.fault.problems;
    return problem ? refused(400, ({ editor }) => editor.errors.invalid(problem.field, problem.message)) : null;
  }
  if (!(error instanceof HttpError)) return null;
  const { row, code, particulars } = error;
  const missing = textsOf(particulars.details?.missing);
  switch (code) {
    case readmeErrors.README_IMAGE_MISSING.code:
      return refused(row.status, firstMissing(text, missing), missing);
    case readmeErrors.README_CHANGED.code:
      return { ...refused(row.status, ({ editor }: Words) => editor.errors.changed), base: null, isChanged: true };
    case readmeErrors.README_FRONT_MATTER_INVALID.code:
    case readmeErrors.README_ATTACHMENT_NOT_IMAGE.code:
    case uploadErrors.IMAGE_TOO_LARGE.code:
    case envelopeErrors.PAYLOAD_TOO_LARGE.code:
      return refused(row.status, (words) => messageOf(words, error));
    default:
      return null;
  }
}

const firstMissing =
  (text: string, [written = '']: readonly string[]): RefusedReadme['message'] =>
  ({ editor }) =>
    editor.errors.missingImages(written, lineOf(text, written));

/** Null if the text writes it in another way, such as with entities. */
function lineOf(text: string, written: string): number | null {
  const at = text.indexOf(written);
  return at < 0 ? null : text.slice(0, at).split('\n').length;
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
