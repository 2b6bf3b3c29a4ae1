import { createHash } from 'node:crypto';
import { UNSET_FIELDS } from '@shipyard/contracts';
import { partPath } from '@shipyard/markdown';
import type { ServerAsset, ServerLog, ServerState, SyncRequests } from '../types';

const PROJECT_ID = '0198c0de-0000-7000-8000-000000000000';
export const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Keeps what a sync sends, and serves other bytes than were uploaded, as the service does. */
export class FakeServer {
  readonly state: ServerState = {
    project: {
      ...UNSET_FIELDS,
      id: PROJECT_ID,
      slug: 'lamp',
      program_id: 'demo',
      name: 'Old name',
      color: 'red',
      project_status: 'in_progress',
    },
    readme: null,
    logs: [],
    assets: [],
  };
  private readonly served = new Map<string, Uint8Array>();

  upload(bytes: Uint8Array, path: string | null = null): string {
    const hash = hashOf(bytes);
    const known = this.state.assets.find(
      ({ uploaded_sha256, served_sha256 }) => uploaded_sha256 === hash || served_sha256 === hash,
    );
    if (known) known.path = path ?? known.path;
    if (known) return known.file_id;
    const id = `0198c0de-0000-7000-8000-${hash.slice(0, 12)}`;
    const clean = Uint8Array.from([...bytes, 0]);
    const asset: ServerAsset = {
      file_id: `cloud://${PROJECT_ID}/${id}.png`,
      url: `/api/v1/assets/${id}.png`,
      uploaded_sha256: hash,
      served_sha256: hashOf(clean),
      readme_paths: [],
      path,
    };
    this.served.set(asset.file_id, clean);
    this.state.assets.push(asset);
    return asset.file_id;
  }

  /** Reads the name of the part as the service does. */
  receive(bytes: Uint8Array, name: string): string {
    const read = partPath(name);
    if ('problem' in read) throw new Error(`${name} ${read.problem}`);
    return this.upload(bytes, read.path);
  }

  download = (fileId: string): Uint8Array => this.served.get(fileId) ?? new Uint8Array();

  take({ bodies, patch }: SyncRequests): void {
    const { project } = this.state;
    for (const { config, readme_markdown: readme, new_logs: logs = [] } of bodies) {
      Object.assign(project, config);
      if (readme !== undefined) this.state.readme = readme;
      for (const { sequence, title, content_md, created_at } of logs) {
        if (this.state.logs.some((log) => log.sequence === sequence)) throw new Error(`log ${sequence} was sent twice`);
        const log: ServerLog = {
          sequence,
          title,
          content_md,
          image_urls: [],
          created_at: new Date(created_at ?? 0).toISOString(),
          removed_at: null,
        };
        this.state.logs.push(log);
      }
    }
    Object.assign(project, patch);
  }
}
