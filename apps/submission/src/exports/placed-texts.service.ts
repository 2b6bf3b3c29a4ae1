import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@shipyard/platform/logger';
import type { UnplacedText } from '@shipyard/project-folder';
import { QueueOverloaded } from '@shipyard/platform/fair-queue';
import { MarkdownRenderer, type Rendering } from '../markdown/markdown-renderer';
import { isRenderRefusal } from '../markdown/read-visible-text';
import { type ExportedLog, type ExportedReadme, fileId } from '../project-reads';
import { LOGGER } from '../runtime.module';
import { type ImagePlaces, linkImages, storedImagesIn } from './zip-documents';

/** Of one export together. Later texts get the plain way. */
const BUDGET_MS = 60_000;

/** Writes the texts of one account so that their images open in the folder of their project. */
export interface PlacedTexts {
  readme(readme: ExportedReadme, projectId: string, placeOf: ImagePlaces): Promise<string>;
  log(log: ExportedLog, projectId: string, placeOf: ImagePlaces): Promise<string>;
}

@Injectable()
export class PlacedTextsService {
  constructor(
    private readonly renderer: MarkdownRenderer,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  startFor(accountId: string): PlacedTexts {
    const rendering = this.renderer.startRendering(accountId, BUDGET_MS);
    const place = (text: Omit<UnplacedText, 'byFileId'>, projectId: string, placeOf: ImagePlaces) =>
      this.place(rendering, text, projectId, placeOf);
    return {
      readme: ({ markdown, images }, projectId, placeOf) => {
        const byPath = new Map(images.map((image) => [image.path, placeOf(image.asset_id, image.extension)]));
        return place({ markdown, kind: 'readme', beside: [], byPath }, projectId, placeOf);
      },
      log: ({ content_md: markdown, images }, projectId, placeOf) => {
        const beside = images
          .filter(({ asset_id: assetId }) => !markdown.includes(assetId))
          .map(({ asset_id: id, extension, caption }) => ({ fileId: fileId(projectId, id, extension), caption }));
        return place({ markdown, kind: 'log', beside, byPath: new Map() }, projectId, placeOf);
      },
    };
  }

  /** A text that cannot be read, or not now, does not hold up the export: its file ids are replaced as they stand. */
  private async place(
    rendering: Rendering,
    text: Omit<UnplacedText, 'byFileId'>,
    projectId: string,
    placeOf: ImagePlaces,
  ): Promise<string> {
    const named = [...storedImagesIn(text.markdown, projectId), ...text.beside.map((image) => image.fileId)];
    const byFileId = new Map(
      named.flatMap((name) =>
        [...storedImagesIn(name, projectId)].map((id) => [id, placeOfFile(id, placeOf)] as const),
      ),
    );
    if (byFileId.size === 0 && text.byPath.size === 0) return text.markdown;
    try {
      return await rendering.placeImages({ ...text, byFileId });
    } catch (error) {
      if (!isRenderRefusal(error) && !(error instanceof QueueOverloaded)) throw error;
      this.logger.warn({ err: error, project_id: projectId }, 'The images of a text could not be named in an export');
      return linkImages(text.markdown, projectId, text.kind === 'readme' ? '' : '../', placeOf);
    }
  }
}

function placeOfFile(stored: string, placeOf: ImagePlaces): string {
  const [id = '', extension = ''] = (stored.split('/').at(-1) ?? '').split('.');
  return placeOf(id, extension);
}
