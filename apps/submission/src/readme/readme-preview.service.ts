import { Injectable } from '@nestjs/common';
import { README_LIMIT_BYTES } from '@shipyard/contracts';
import { HttpError, RequestFault, type ResponseRecorder } from '@shipyard/http';
import { foreignImage, type ImageRefusal, planImages } from '@shipyard/markdown';
import { lineOfKey, splitFrontMatter } from '@shipyard/markdown/front-matter';
import { DataSource } from 'typeorm';
import type { Caller } from '../accounts';
import { assetFinder, AssetsService, ForeignImagesService, shownImages } from '../assets';
import { MarkdownRenderer, type Rendering } from '../markdown/markdown-renderer';
import { refuseUnrenderable } from '../markdown/unrenderable';
import { ProjectsService } from '../projects';
import { readText } from '../text/body';
import { readFrontMatter } from './front-matter';
import { lineOf } from './line-of';
import { findUploaded } from './readme-images';
import type { PreviewReadmeDto } from './readme.dto';
import type { ReadmePreviewView, ReadmeProblemView } from './readme.view';

const FIELD = 'markdown';
/**
 * In a preview, an image that is missing has this URL, which shows nothing, with its place in `missing` from 1. An editor
 * puts the image, or a note, there. The sanitizer lets only URLs of assets through.
 */
export const MISSING_IMAGE_PREFIX = '/api/v1/assets/00000000-0000-0000-0000-';
const MISSING_IMAGE_SIZE = { width: 640, height: 360 };
const missingImageUrl = (place: number) => `${MISSING_IMAGE_PREFIX}${String(place).padStart(12, '0')}.png`;

const PROBLEMS_MAX = 100;
/** Each one searches the whole text. */
const LINES_MAX = 20;
/** Sorts problems without a line behind the others. */
const LAST = Number.MAX_SAFE_INTEGER;

interface Rendered {
  html: string;
  missing: string[];
  refusals: ImageRefusal[];
}

@Injectable()
export class ReadmePreviewService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly projects: ProjectsService,
    private readonly assets: AssetsService,
    private readonly foreignImages: ForeignImagesService,
    private readonly renderer: MarkdownRenderer,
  ) {}

  /** Checks and renders like `ReadmeUploadService.put`, but lists what is wrong with the content and stores nothing. */
  async preview(
    caller: Caller,
    recorder: ResponseRecorder,
    slug: string,
    input: PreviewReadmeDto,
  ): Promise<ReadmePreviewView> {
    const markdown = readText(FIELD, input.markdown, README_LIMIT_BYTES);
    const project = await this.projects.findOwn(slug, caller);
    const { yaml, body } = splitFrontMatter(markdown);
    const rendering = this.renderer.startChargedRendering(caller.accountId);
    const { html, missing, refusals } = await this.render(project.id, body, rendering);
    const problems = [
      ...(markdown.trim() === '' ? [{ line: null, message: 'The README must not be empty.' }] : []),
      ...(yaml === null ? [] : this.frontMatterProblems(yaml)),
      ...refusals.slice(0, PROBLEMS_MAX).map(({ written, message }, at) => ({
        line: at < LINES_MAX ? lineOf(written, markdown) : null,
        message: `The README ${message}.`,
      })),
    ];
    problems.sort((one, other) => (one.line ?? LAST) - (other.line ?? LAST));
    return recorder.record(this.dataSource.manager, { html, missing, problems }, project.id);
  }

  private async render(projectId: string, body: string, rendering: Rendering): Promise<Rendered> {
    try {
      const document = await rendering.read(body).catch(refuseUnrenderable(FIELD));
      const plan = planImages(document.images, new Set(), projectId);
      const uploaded = await findUploaded(this.dataSource.manager, projectId);
      const shownIds = [...plan.storedIds.keys(), ...uploaded.map(({ assetId }) => assetId)];
      const found = await this.assets.findInProject(projectId, shownIds);
      const byId = new Map(found.map((asset) => [asset.id, asset]));
      const byPath = new Map(uploaded.map(({ path, assetId }) => [path, byId.get(assetId)]));
      const foreign = await this.foreignImages.findReady(projectId, document.images);
      const missing = document.images.flatMap(({ written, target }) =>
        target.kind === 'relative' && !byPath.has(target.path)
          ? [[target.path, { ...MISSING_IMAGE_SIZE, url: missingImageUrl(plan.missing.indexOf(written) + 1) }] as const]
          : [],
      );
      const shown = new Map([...shownImages(document.images, assetFinder(byId, byPath)), ...foreign, ...missing]);
      const { html } = document.rendered ?? (await rendering.render(body, shown).catch(refuseUnrenderable(FIELD)));
      const unknown = [...plan.storedIds]
        .filter(([assetId, extension]) => byId.get(assetId)?.extension !== extension)
        .map(([assetId]) => ({ written: assetId, message: foreignImage(assetId) }));
      return { html, missing: plan.missing, refusals: withoutRepeats([...plan.refusals, ...unknown]) };
    } catch (error) {
      return { html: '', missing: [], refusals: [{ written: '', message: problemOf(error) }] };
    }
  }

  private frontMatterProblems(yaml: string): ReadmeProblemView[] {
    try {
      return Object.entries(readFrontMatter(yaml)).flatMap(([key, value]) => {
        const message = this.valueProblem(key, value);
        return message === null ? [] : [{ line: lineOfKey(key, yaml), message: `${key} ${message}.` }];
      });
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      const { details } = error.particulars;
      return [{ line: typeof details?.line === 'number' ? details.line : null, message: error.message }];
    }
  }

  private valueProblem(key: string, value: unknown): string | null {
    try {
      this.projects.readFrontMatter({ [key]: value });
      return null;
    } catch (error) {
      return problemOf(error);
    }
  }
}

/** Throws what is no fault of the text, such as a queue that is full. */
function problemOf(error: unknown): string {
  if (error instanceof RequestFault && error.fault.kind === 'input_invalid') {
    const [problem] = error.fault.problems;
    if (problem) return problem.message;
  }
  throw error;
}

function withoutRepeats(refusals: ImageRefusal[]): ImageRefusal[] {
  return [...new Map(refusals.map((refusal) => [refusal.written, refusal])).values()];
}
