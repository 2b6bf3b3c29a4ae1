import { type ProjectState, readImageSize } from '@shipyard/contracts';
import { imageKey, MarkdownDocument, plainParagraphs, RENDERER_VERSION } from '@shipyard/markdown';
import { parseFrontMatter, splitFrontMatter } from '@shipyard/markdown/front-matter';
import { uuidv7 } from '@shipyard/platform/ids';
import type { ObjectStore } from '@shipyard/platform/object-store';
import type { LocalLog } from '@shipyard/project-folder';
import type { EntityManager } from 'typeorm';
import { Asset, assetFinder, objectKey, shownImages } from '../../assets';
import { AuditEntry, countLog, requireProjectFields, updateProject } from '../../projects';
import { headerOf } from '../../readme';
import { writePastReview } from './past-reviews';
import { type Move, pastOf } from './showcase-history';
import type { ShowcaseFolder, ShowcaseProject } from './showcase-project';

const BEFORE_PHOTOS = '\n\n![](';

export interface Cast {
  programId: string;
  ownerId: string;
  reviewerId: string | null;
  fulfilmentId: string | null;
}

/** A project whose pictures are in the store, so that no row will name a missing object. */
interface HungProject {
  projectId: string;
  project: ShowcaseProject;
  folder: ShowcaseFolder;
  cast: Cast;
  pictures: Map<string, Asset>;
}

/** Writes a project as its owner's requests would have, at times in the past. */
export class ProjectWriter {
  constructor(
    private readonly store: ObjectStore,
    private readonly today: Date,
  ) {}

  /** Puts the pictures into the store. */
  async hang(project: ShowcaseProject, folder: ShowcaseFolder, cast: Cast): Promise<HungProject> {
    const projectId = uuidv7();
    const hanging = [...folder.images].map(async ([name, sha256]): Promise<[string, Asset]> => {
      const content = Buffer.from(folder.files.get(name) ?? []);
      const size = readImageSize(content, 'jpg');
      if (!size) throw new Error(`${project.slug}/${name} is not a JPEG`);
      const uploadedSha256 = Buffer.from(sha256, 'hex');
      const asset: Asset = {
        id: uuidv7(),
        projectId,
        path: name,
        uploadedSha256,
        servedSha256: uploadedSha256,
        extension: 'jpg',
        bytes: content.length,
        width: size.width,
        height: size.height,
      };
      await this.store.put(objectKey(asset), content);
      return [name, asset];
    });
    return { projectId, project, folder, cast, pictures: new Map(await Promise.all(hanging)) };
  }

  /** In one transaction: the project with its README, then everything that happened to it, oldest first. */
  async write(manager: EntityManager, { projectId, project, folder, cast, pictures }: HungProject): Promise<void> {
    const { events, state } = pastOf(project, this.today);
    await manager.transaction(async (transaction) => {
      await insertProject(transaction, projectId, project, cast);
      await writeReadme(transaction, projectId, folder, pictures);
      for (const event of events) {
        if (event.kind === 'log')
          await insertLog(transaction, projectId, logOf(folder, event.sequence), event.at, pictures);
        else if (event.kind === 'move') await insertMove(transaction, projectId, event.move, cast);
        else if (event.kind === 'review') await writePastReview(transaction, projectId, event.review, cast.ownerId);
        else await insertParcel(transaction, projectId, event);
      }
      const timeOf = (kind: string) => events.findLast((event) => event.kind === kind)?.at ?? null;
      const created = events[0]?.at ?? this.today;
      const times = { created, updated: events.at(-1)?.at ?? created, readme: timeOf('log') ?? created };
      await setTimes(transaction, projectId, { ...times, shipped: timeOf('parcel') }, folder, state);
    });
  }
}

async function insertProject(
  manager: EntityManager,
  projectId: string,
  { slug, visibility = 'public' }: ShowcaseProject,
  { programId, ownerId }: Cast,
): Promise<void> {
  await manager.query(
    `INSERT INTO projects (id, slug, program_id, owner_id, name, color, declared_visibility) VALUES ($1, $2, $3, $4, $2, 'slate', $5)`,
    [projectId, slug, programId, ownerId, visibility],
  );
}

async function writeReadme(
  manager: EntityManager,
  projectId: string,
  { config, readme }: ShowcaseFolder,
  pictures: ReadonlyMap<string, Asset>,
): Promise<void> {
  const { yaml, body } = splitFrontMatter(readme.markdown);
  const document = new MarkdownDocument(body);
  const find = assetFinder(new Map(), pictures);
  const references = document.images;
  const shown = shownImages(references, find);
  const html = document.render((target) => shown.get(imageKey(target) ?? '') ?? null);
  if (pictures.size > 0) await manager.insert(Asset, [...pictures.values()]);
  await manager.query('INSERT INTO readmes (project_id, markdown, html, renderer_version) VALUES ($1, $2, $3, $4)', [
    projectId,
    readme.markdown,
    html,
    RENDERER_VERSION,
  ]);
  for (const path of new Set(readme.images.flatMap((image) => image.path ?? []))) {
    await manager.query('INSERT INTO readme_images (project_id, path, asset_id) VALUES ($1, $2, $3)', [
      projectId,
      path,
      pictureOf(pictures, path).id,
    ]);
  }
  const fields = requireProjectFields({ ...parseFrontMatter(yaml ?? ''), ...config }, '');
  const assetId = headerOf(references, find)?.id ?? null;
  await updateProject(manager, projectId, { fields, header: { source: 'readme', assetId } });
}

function logOf({ config, logs }: ShowcaseFolder, sequence: number): LocalLog {
  const log = logs.find((each) => each.sequence === sequence);
  if (!log) throw new Error(`${config.slug} has no log ${sequence}`);
  return log;
}

/** Writes plain text with photos beside it, as the form for logs does. The photos end the text of the file. */
async function insertLog(
  manager: EntityManager,
  projectId: string,
  { title, markdown, images }: LocalLog,
  at: Date,
  pictures: ReadonlyMap<string, Asset>,
): Promise<void> {
  const logId = uuidv7();
  const [text = ''] = markdown.trimEnd().split(BEFORE_PHOTOS);
  const { sequence } = await countLog(manager, projectId);
  await manager.query(
    `INSERT INTO logs (id, project_id, sequence, title, written_as, text, content_md, content_html, renderer_version, created_at)
     VALUES ($1, $2, $3, $4, 'text', $5, $5, $6, $7, $8)`,
    [logId, projectId, sequence, title, text, plainParagraphs(text), RENDERER_VERSION, at],
  );
  for (const [index, { path }] of images.entries()) {
    await manager.query('INSERT INTO log_images (project_id, log_id, position, asset_id) VALUES ($1, $2, $3, $4)', [
      projectId,
      logId,
      index + 1,
      pictureOf(pictures, path ?? '').id,
    ]);
  }
}

async function insertMove(manager: EntityManager, projectId: string, move: Move, cast: Cast): Promise<void> {
  const { at, action, by: actor, from: fromState, to: toState, reason } = move;
  const actorIds: Partial<Record<typeof actor, string | null>> = {
    owner: cast.ownerId,
    reviewer: cast.reviewerId,
    fulfilment: cast.fulfilmentId,
  };
  const entry = { projectId, at, actor, actorId: actorIds[actor] ?? null, action, fromState, toState, reason };
  await manager.insert(AuditEntry, entry);
}

interface Parcel {
  at: Date;
  submittedAt: Date;
  parcel: { carrier: string; tracking: string };
}

async function insertParcel(
  manager: EntityManager,
  projectId: string,
  { at, submittedAt, parcel }: Parcel,
): Promise<void> {
  await manager.query(
    'INSERT INTO parcels (id, project_id, submitted_at, shipped_at, carrier, tracking) VALUES ($1, $2, $3, $4, $5, $6)',
    [uuidv7(), projectId, submittedAt, at, parcel.carrier, parcel.tracking],
  );
}

interface Times {
  created: Date;
  updated: Date;
  readme: Date;
  shipped: Date | null;
}

/** Last, because the other writes count as changes of this moment. */
async function setTimes(
  manager: EntityManager,
  projectId: string,
  { created, updated, readme, shipped }: Times,
  { config: { status = 'in_progress' } }: ShowcaseFolder,
  state: ProjectState,
): Promise<void> {
  await manager.query('UPDATE readmes SET updated_at = $2 WHERE project_id = $1', [projectId, readme]);
  await manager.query(
    'UPDATE projects SET state = $2, project_status = $3, created_at = $4, updated_at = $5, shipped_at = $6 WHERE id = $1',
    [projectId, state, status, created, updated, shipped],
  );
}

function pictureOf(pictures: ReadonlyMap<string, Asset>, name: string): Asset {
  const asset = pictures.get(name);
  if (!asset) throw new Error(`There is no picture ${name}`);
  return asset;
}
