import type { ProjectFields, ProjectStatus, SyncedField } from '@shipyard/contracts';

/** The files of a project, by their paths from its folder. A path is in NFC and has `/` between its names. */
export type ProjectFiles = ReadonlyMap<string, Uint8Array>;

/** `shipyard.yaml`. */
export interface ProjectConfig extends Partial<ProjectFields> {
  program: string;
  slug: string;
  name: string;
  status?: ProjectStatus;
}

/** `logs/NNNN-title.md`. */
export interface LogFile {
  title: string;
  /** ISO 8601, as written. */
  date: string | null;
  markdown: string;
}

export interface LocalLog extends LogFile {
  file: string;
  sequence: number;
  /** The line of the file where its text begins. */
  firstLine: number;
  images: LocatedImage[];
}

/** A place in a Markdown text that names an image, and the file that it means. */
export interface LocatedImage {
  written: string;
  start: number;
  end: number;
  /** The path of the image in the folder. Null for an image that the project has on the server. */
  path: string | null;
  /** Null for an image in the folder. */
  fileId: string | null;
}

export interface LocalReadme {
  markdown: string;
  images: LocatedImage[];
}

export interface LocalProject {
  config: ProjectConfig;
  readme: LocalReadme | null;
  /** By sequence. */
  logs: LocalLog[];
  /** The images that README and logs name, by path, with the SHA-256 of their bytes in hexadecimal. */
  images: ReadonlyMap<string, string>;
}

export type ErrorCode =
  | 'VALIDATION_FAILED'
  | 'README_IMAGE_MISSING'
  | 'README_FRONT_MATTER_INVALID'
  | 'IMAGE_TYPE_UNSUPPORTED'
  | 'IMAGE_TOO_LARGE'
  | 'PAYLOAD_TOO_LARGE'
  | 'PROJECT_INCOMPLETE';

export type WarningCode =
  | 'README_ABSENT'
  | 'README_SHORT'
  | 'HEAD_IMAGE_ABSENT'
  | 'IMAGE_LARGE'
  | 'IMAGE_REMOTE'
  | 'IMAGE_UNUSED'
  | 'LINK_INSECURE'
  | 'LOGS_ABSENT'
  | 'LOG_FILE_IGNORED'
  | 'LOG_WITHOUT_TEXT';

export interface Problem<Code extends string = ErrorCode> {
  file: string;
  /** From 1. */
  line: number | null;
  code: Code;
  message: string;
}

export interface CheckedProject {
  errors: Problem[];
  warnings: Problem<WarningCode>[];
}

/** What the service answers, as far as a sync needs it: by `GET /projects/:slug`. */
export interface ServerProject extends ProjectFields {
  id: string;
  slug: string;
  program_id: string;
  project_status: ProjectStatus;
  /** For the owner. Null without a README. */
  readme_updated_at?: string | null;
  properties_updated_at?: string;
}

/** By `GET /projects/:slug/logs`. What its maker withdrew has no text and no `removed_at`. */
export interface ServerLog {
  sequence: number;
  title?: string;
  content_md?: string;
  image_urls?: string[];
  /** What describes each image. A service of an earlier version does not say it. */
  captions?: string[];
  created_at: string;
  removed_at?: string | null;
}

/** Neither withdrawn nor removed by staff. */
export const isWritten = (log: ServerLog): log is WrittenLog => log.removed_at === null;

export type WrittenLog = Required<Omit<ServerLog, 'captions'>> & Pick<ServerLog, 'captions'>;

/** By `GET /projects/:slug/assets`. */
export interface ServerAsset {
  file_id: string;
  url: string;
  uploaded_sha256: string;
  /** Null for an image of an old version of the service. */
  served_sha256: string | null;
  /** The paths by which the README names it, if it came with the README. */
  readme_paths: string[];
  /** The path of its file, as it was sent. Null if nobody named one. */
  path: string | null;
}

export interface ServerState {
  project: ServerProject;
  /** `markdown` of `GET /projects/:slug/readme`. Null without a README. */
  readme: string | null;
  /** All logs, in any order. */
  logs: ServerLog[];
  /** All assets, in any order. */
  assets: ServerAsset[];
}

export interface LogConflict {
  sequence: number;
  file: string;
  differs: ('title' | 'text')[];
  local: { title: string; markdown: string; firstLine: number };
  /** With references to files of the folder, where an image of the server is one of them. */
  server: { title: string; markdown: string };
}

export type ConfigChanges = Partial<Omit<ProjectConfig, 'program' | 'slug'>>;

export interface SyncPlan {
  readme: 'create' | 'update' | 'same';
  config: ConfigChanges;
  /** The sequences of the logs to send. */
  logs: number[];
  /** The paths of the images to upload. */
  images: string[];
  /** Nothing may be sent while there are any. */
  conflicts: LogConflict[];
}

/** What a folder and the server had in common when they last met. */
export interface FolderBase {
  project_id: string;
  /** The README of the server, and the text of its file. Null without one. */
  readme: { server: string; file: string } | null;
  /** `shipyard.yaml` as the server said it. */
  config: ProjectConfig;
  /** The number that the server gave to the next log. */
  next_sequence: number;
}

/** A file that the server changed since. `both`: the folder changed it too, or nobody knows. */
export interface Divergence {
  file: 'README.md' | 'shipyard.yaml';
  side: 'server' | 'both';
  /** The keys of `shipyard.yaml`. Empty for the README. */
  keys: (keyof ConfigChanges)[];
}

/** A body of `POST /projects/sync`. */
export interface SyncBody {
  project_id: string;
  config?: Partial<Pick<ProjectFields, SyncedField>> & { project_status?: ProjectStatus };
  readme_markdown?: string;
  /** What was compared with. A newer one is not replaced. */
  base_updated_at?: string;
  base_properties_updated_at?: string;
  new_logs?: { sequence: number; title: string; content_md: string; created_at?: number }[];
}

/** The requests of a sync, in this order, after the images are uploaded. */
export interface SyncRequests {
  bodies: SyncBody[];
  /** The body of `PATCH /projects/:slug`, for the fields that no sync takes. It follows the others. */
  patch: Omit<Partial<ProjectFields>, SyncedField> | null;
}

export interface PullPlan {
  /** The files to write: `shipyard.yaml`, `README.md` and the logs. */
  texts: ReadonlyMap<string, string>;
  /** The images to download: the bytes of `url` belong to each of `paths`. */
  images: { url: string; file_id: string; paths: string[] }[];
}

export interface PreviewImage {
  path: string;
  contentType: string;
}

export interface Preview {
  html: string;
  /** The image of the folder that each URL path in the page means. */
  images: ReadonlyMap<string, PreviewImage>;
}
