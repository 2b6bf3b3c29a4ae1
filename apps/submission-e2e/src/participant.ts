import { type ApiAnswer, type ApiCall, callApi, drawImage, type JoinedStack } from '@shipyard/testing';

interface Success<Data> {
  ok: true;
  data: Data;
}

export interface Failure {
  ok: false;
  error: string;
  message: string;
  details?: Record<string, unknown>;
}

export interface LogView {
  id: string;
  sequence: number;
  title: string;
  text: string;
  content_md: string;
  content_html: string;
  image_urls: string[];
  captions: string[];
  created_at: string;
  removed_at: string | null;
}

export interface ProjectView {
  id: string;
  slug: string;
  url: string;
  name: string;
  tagline: string;
  tags: string[];
  demo_urls: string[];
  color: string;
  program_id: string;
  project_status: string;
  visibility: string;
  header_image: string | null;
  header_image_url: string | null;
  readme_html: string;
  state: string;
  shipped: boolean;
  log_count: number;
  logs: LogView[];
  logs_next_cursor: string | null;
  review: { summary: string; highlights: string[]; public_review: string } | null;
}

export interface StatusView {
  state: string;
  missing: string[];
  allowed: string[];
  next_sequence: number;
  project: ProjectView;
  review: {
    id: string;
    status: 'queued' | 'running' | 'succeeded' | 'failed';
    stage: string;
    progress: number;
    recommended: boolean | null;
    requested_at: string;
    judged_at: string;
    comments: string[];
    comment_places: { heading_id: string | null; log: number | null }[];
    suggestions: string[];
    suggestion_places: { heading_id: string | null; log: number | null }[];
    earlier_remarks: { remark: string; verdict: string | null; reason: string | null }[];
    failure: string | null;
    finished_at: string | null;
  } | null;
}

export interface AssetView {
  file_id: string;
  url: string;
  content_type: string;
  bytes: number;
  width: number;
  height: number;
}

export interface SyncAnswer {
  project: ProjectView;
  readme_updated: boolean;
  logs_added: { id: string; sequence: number }[];
  logs_present?: { id: string; sequence: number }[];
  next_sequence: number;
}

let made = 0;

export class Participant {
  constructor(
    private readonly baseUrl: string,
    private readonly token: string,
    private readonly programId: string,
  ) {}

  /** The participant of the demo, whom each stack has. */
  static ofDemo({ credentials }: Pick<JoinedStack, 'credentials'>): Participant {
    return new Participant(credentials.submission_url, credentials.participant.token, credentials.program_id);
  }

  call<Data>(
    method: string,
    path: string,
    call: { json?: unknown; form?: FormData; headers?: Record<string, string> } = {},
  ): Promise<ApiAnswer<Success<Data>>> {
    return callApi<Success<Data>>(this.baseUrl, method, path, { token: this.token, ...call });
  }

  refused(method: string, path: string, call: ApiCall = {}): Promise<ApiAnswer<Failure>> {
    return callApi<Failure>(this.baseUrl, method, path, { token: this.token, ...call });
  }

  async createProject(name = 'Weather station'): Promise<string> {
    made += 1;
    const slug = `e2e-${process.pid}-${made}-${Date.now().toString(36)}`.slice(0, 32);
    const { status, text } = await this.call('POST', '/projects', { json: { program_id: this.programId, slug, name } });
    if (status !== 201) throw new Error(`The project was not created: ${text}`);
    return slug;
  }

  putReadme(slug: string, markdown: string, images: Record<string, Buffer> = {}) {
    return this.call<{
      project: ProjectView;
      images: { path: string; file_id: string; url: string }[];
      unreferenced_parts: string[];
    }>('PUT', `/projects/${slug}/readme`, { form: readmeForm(markdown, images) });
  }

  /** The time that a PUT names as `base_updated_at`. */
  async readmeTime(slug: string): Promise<string> {
    return (await this.call<{ updated_at: string }>('GET', `/projects/${slug}/readme`)).body.data.updated_at;
  }

  appendLog(slug: string, title: string, text: string, images: Buffer[] = [], captions: string[] = []) {
    return this.call<{ log: LogView; project: ProjectView }>('POST', `/projects/${slug}/logs`, {
      form: logForm(title, text, images, captions),
    });
  }

  async projectId(slug: string): Promise<string> {
    return (await this.call<ProjectView>('GET', `/projects/${slug}`)).body.data.id;
  }

  uploadAsset(projectId: string, image: Buffer) {
    return this.call<AssetView>('POST', '/assets/upload', { form: uploadForm(projectId, image) });
  }

  sync(json: object) {
    return this.call<SyncAnswer>('POST', '/projects/sync', { json });
  }

  async status(slug: string): Promise<StatusView> {
    return (await this.call<StatusView>('GET', `/projects/${slug}/status`)).body.data;
  }

  async createReadyProject(readme: string): Promise<string> {
    const slug = await this.createProject();
    await this.putReadme(slug, readme, readme.includes('](front.png)') ? { 'front.png': await drawImage() } : {});
    await this.appendLog(slug, 'First light', 'The sensor answers.');
    await this.appendLog(slug, 'Second day', 'It rained, and it knew.');
    return slug;
  }
}

/** The people of the demo as clients. `as` makes a client of another token. */
export function demoPeople(stack: JoinedStack) {
  const {
    submission_url: url,
    program_id: programId,
    participant,
    other_participant: other,
    minor_participant: minor,
    staff,
  } = stack.credentials;
  const as = (token: string) => new Participant(url, token, programId);
  return {
    as,
    owner: as(participant.token),
    other: as(other.token),
    minor: as(minor.token),
    admin: as(staff.admin),
    reviewer: as(staff.reviewer),
    fulfilment: as(staff.fulfilment),
  };
}

export function readmeForm(markdown: string, images: Record<string, Buffer> = {}): FormData {
  const form = new FormData();
  form.set('readme', markdown);
  for (const [path, image] of Object.entries(images)) form.append(path, new Blob([new Uint8Array(image)]), 'picture');
  return form;
}

export function logForm(title: string, text: string, images: Buffer[] = [], captions: string[] = []): FormData {
  const form = new FormData();
  form.set('title', title);
  form.set('text', text);
  for (const caption of captions) form.append('captions[]', caption);
  for (const [position, image] of images.entries())
    form.append(`image${position}`, new Blob([new Uint8Array(image)]), `picture${position}`);
  return form;
}

export function uploadForm(projectId: string, image: Buffer): FormData {
  const form = new FormData();
  form.set('project_id', projectId);
  form.set('file', new Blob([new Uint8Array(image)]), 'picture');
  return form;
}

/** More than 500 characters, so that the sandbox recommends it with two logs. */
export const LONG_README = `# Weather station\n\n![[head] The station](front.png)\n\n${'It measures wind, rain and light, and tells what it saw. '.repeat(12)}\n`;
