import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { ObjectOvertaken } from '@shipyard/platform/object-store';
import { AssetsService } from '../assets';
import type { ExportedAsset, ExportedProject } from '../project-reads';
import { jsonPieces } from './json-pieces';
import { OwnDataService } from './own-data.service';
import { type PlacedTexts, PlacedTextsService } from './placed-texts.service';
import { type ImagePlaces, interviewSection, logDocument } from './zip-documents';
import { imagePath, logPath, placeReadmeImages, projectFolder } from './zip-paths';
import { ZipWriter } from './zip-writer';

interface ExportedFolder {
  accountId: string;
  project: ExportedProject;
  folder: string;
  texts: PlacedTexts;
}

/**
 * Writes the ZIP of an account, in this order:
 * 1. `account.json`.
 * 2. For each project a folder: `project.json`, `review.json`, `interview.md`, `README.md`, `logs/` and the images.
 * 3. `manifest.json`, which names every file with its size and SHA-256. It comes last, because it needs them.
 * An image whose file is lost is listed as missing. Every other failure breaks the ZIP off.
 */
@Injectable()
export class ZipExportService {
  constructor(
    private readonly data: OwnDataService,
    private readonly assets: AssetsService,
    private readonly texts: PlacedTextsService,
  ) {}

  /** Reads the account before the first byte, so that a refusal is still an ordinary answer. */
  async open(accountId: string): Promise<Readable> {
    const facts = await this.data.accountFacts(accountId);
    const zip = new ZipWriter(facts.exported_at);
    this.write(zip, accountId, facts).catch((error: unknown) =>
      zip.fail(error instanceof Error ? error : new Error('The export failed', { cause: error })),
    );
    return zip.output;
  }

  private async write(
    zip: ZipWriter,
    accountId: string,
    facts: Awaited<ReturnType<OwnDataService['accountFacts']>>,
  ): Promise<void> {
    await zip.add(json(facts), { path: 'account.json', what: 'the account' });
    const texts = this.texts.startFor(accountId);
    for await (const project of this.data.projects(accountId))
      await this.writeProject(zip, { accountId, project, folder: projectFolder(project.slug), texts });
    const manifest = { exported_at: facts.exported_at, files: [...zip.files] };
    await zip.add(json(manifest), { path: 'manifest.json', what: 'this list' });
    zip.end();
  }

  private async writeProject(zip: ZipWriter, exported: ExportedFolder): Promise<void> {
    const { accountId, project, folder, texts } = exported;
    const { reviews, interviews: _, ...facts } = await this.data.projectFacts(accountId, project);
    await zip.add(json(facts), { path: `${folder}/project.json`, what: 'the project' });
    await zip.add(json({ reviews }), { path: `${folder}/review.json`, what: 'its reviews' });
    await zip.add(Readable.from(this.interviewPage(accountId, project.id), { objectMode: false }), {
      path: `${folder}/interview.md`,
      what: 'its interviews',
    });
    const readme = await this.data.readme(project.id);
    const places = placeReadmeImages(readme?.images ?? []);
    const placeOf: ImagePlaces = (assetId, extension) => places.get(assetId)?.path ?? imagePath(assetId, extension);
    if (readme)
      await zip.add(await texts.readme(readme, project.id, placeOf), {
        path: `${folder}/README.md`,
        what: 'the README',
      });
    for await (const log of this.data.logs(accountId, project.id))
      await zip.add(logDocument(log, await texts.log(log, project.id, placeOf)), {
        path: `${folder}/${logPath(log.sequence, log.title)}`,
        what: `log ${log.sequence}`,
      });
    for await (const asset of this.data.assets(accountId, project.id))
      await this.writeImage(zip, exported, asset, placeOf(asset.id, asset.extension));
  }

  private async writeImage(
    zip: ZipWriter,
    { project, folder }: ExportedFolder,
    { id, extension }: ExportedAsset,
    place: string,
  ): Promise<void> {
    const path = `${folder}/${place}`;
    const what = `image ${id}`;
    const content = await this.openImage(project.id, `${id}.${extension}`);
    if (content) await zip.add(content, { path, what, isCompressed: true });
    else zip.miss(path, what);
  }

  private async openImage(projectId: string, file: string): Promise<Readable | null> {
    const found = await this.assets.open(projectId, file);
    if (!found) return null;
    return found.read().catch((error: unknown) => {
      // It was removed a moment ago.
      if (error instanceof ObjectOvertaken) return null;
      throw error;
    });
  }

  private async *interviewPage(accountId: string, projectId: string): AsyncGenerator<string> {
    yield '# Interviews\n\n';
    for await (const { created_at: createdAt, questions } of this.data.interviews(accountId, projectId))
      if (questions.length > 0) yield `${interviewSection(createdAt, questions)}\n`;
  }
}

const json = (value: unknown) => Readable.from(jsonPieces(value), { objectMode: false });
