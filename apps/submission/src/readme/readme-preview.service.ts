import { Injectable } from '@nestjs/common';
import { PROJECT_FIELD_NAMES, README_LIMIT_BYTES } from '@shipyard/contracts';
import { RequestFault, type ResponseRecorder } from '@shipyard/http';
import { foreignImage, type ImageRefusal, planImages } from '@shipyard/markdown';
import { FrontMatterInvalid, lineOfKey, parseFrontMatter, splitFrontMatter } from '@shipyard/markdown/front-matter';
import { DataSource } from 'typeorm';
import type { Caller, Locale } from '../accounts';
import { assetFinder, AssetsService, ForeignImagesService, shownImages } from '../assets';
import { MarkdownRenderer, type Rendering } from '../markdown/markdown-renderer';
import { refuseUnrenderable, UNRENDERABLE, unrenderableBy } from '../markdown/unrenderable';
import { ProjectsService } from '../projects';
import { readText } from '../text/body';
import { lineOf } from './line-of';
import { problemIn, type ReadmeProblem } from './readme-problem';
import { findUploaded } from './readme-rows';
import type { PreviewReadmeDto } from './readme.dto';
import type { ReadmePreviewView } from './readme.view';

const FIELD = 'markdown';
/**
 * In a preview, an image that is missing has this URL, which shows nothing, with its place in `missing` from 1. An editor
 * puts the image, or a note, there. The sanitizer lets only URLs of assets through.
 */
export const MISSING_IMAGE_PREFIX = '/api/v1/assets/00000000-0000-0000-0000-';
const MISSING_IMAGE_SIZE = { width: 640, height: 360 };
const missingImageUrl = (place: number) => `${MISSING_IMAGE_PREFIX}${String(place).padStart(12, '0')}.png`;

const EMPTY: ReadmeProblem = {
  line: null,
  message: 'The README must not be empty.',
  fault: { of: 'text', kind: 'empty' },
};

const PROBLEMS_MAX = 100;
/** Each one searches the whole text. */
const LINES_MAX = 20;
/** Sorts problems without a line behind the others. */
const LAST = Number.MAX_SAFE_INTEGER;

interface Rendered {
  html: string;
  missing: string[];
  /** Those of an image have no line yet, because each search for it takes the whole text. */
  problems: ReadmeProblem[];
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
    locale: Locale,
  ): Promise<ReadmePreviewView> {
    const markdown = readText(FIELD, input.markdown, README_LIMIT_BYTES);
    const project = await this.projects.findOwn(slug, caller);
    const { yaml, body } = splitFrontMatter(markdown);
    const rendering = this.renderer.startChargedRendering(caller.accountId);
    const rendered = await this.render(project.id, body, rendering);
    const { html, missing } = rendered;
    const problems = [
      ...(markdown.trim() === '' ? [EMPTY] : []),
      ...(yaml === null ? [] : this.frontMatterProblems(yaml)),
      ...rendered.problems.slice(0, PROBLEMS_MAX).map((problem, at) => withLine(problem, at, markdown)),
    ]
      .sort((one, other) => (one.line ?? LAST) - (other.line ?? LAST))
      .map((problem) => problemIn(locale, problem));
    return recorder.record(this.dataSource.manager, { html, missing, problems }, project.id);
  }

  private async render(projectId: string, body: string, rendering: Rendering): Promise<Rendered> {
    try {
      const document = await rendering.read(body);
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
      const { html } = document.rendered ?? (await rendering.render(body, shown));
      const unknown = [...plan.storedIds]
        .filter(([assetId, extension]) => byId.get(assetId)?.extension !== extension)
        .map(([assetId]) => ({ kind: 'foreign' as const, written: assetId, message: foreignImage(assetId) }));
      return { html, missing: plan.missing, problems: problemsOf([...plan.refusals, ...unknown]) };
    } catch (error) {
      const kind = unrenderableBy(error);
      if (kind === null) return refuseUnrenderable(FIELD)(error);
      const message = `The README ${UNRENDERABLE[kind]}.`;
      return { html: '', missing: [], problems: [{ line: null, message, fault: { of: 'text', kind } }] };
    }
  }

  private frontMatterProblems(yaml: string): ReadmeProblem[] {
    try {
      const values = parseFrontMatter(yaml);
      return PROJECT_FIELD_NAMES.filter((key) => values[key] !== undefined).flatMap((key) => {
        const message = this.valueProblem(key, values[key]);
        if (message === null) return [];
        return [{ line: lineOfKey(key, yaml), message: `${key} ${message}.`, fault: { of: 'value', key } }];
      });
    } catch (error) {
      if (!(error instanceof FrontMatterInvalid)) throw error;
      const { message, fault: kind, place } = error;
      return [{ line: place?.line ?? null, message, fault: { of: 'front_matter', kind, place } }];
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

/** Throws what is no fault of the value. */
function problemOf(error: unknown): string {
  if (error instanceof RequestFault && error.fault.kind === 'input_invalid') {
    const [problem] = error.fault.problems;
    if (problem) return problem.message;
  }
  throw error;
}

/** Names each image once. */
function problemsOf(refusals: ImageRefusal[]): ReadmeProblem[] {
  const unique = new Map(refusals.map((refusal) => [refusal.written, refusal]));
  return [...unique.values()].map(({ kind, written, message }) => ({
    line: null,
    message: `The README ${message}.`,
    fault: { of: 'image', kind, written },
  }));
}

function withLine(problem: ReadmeProblem, at: number, markdown: string): ReadmeProblem {
  const { fault } = problem;
  return fault.of === 'image' && at < LINES_MAX ? { ...problem, line: lineOf(fault.written, markdown) } : problem;
}
