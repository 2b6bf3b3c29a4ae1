import { setTimeout as wait } from 'node:timers/promises';
import { callApi, drawImage } from '@shipyard/testing';
import type { Credentials } from '@shipyard/stack';

/** A participant may write 120 times a minute. */
const UPLOAD_EVERY_MS = 600;
const PICTURES = ['#112233', '#445566', '#778899'];

/** What customers and participants do while a backup is made. */
export class Traffic {
  chats = 0;
  uploads = 0;
  private drawn = 0;
  private running: Promise<void>[] = [];
  private stopped = false;

  constructor(private readonly credentials: Credentials) {}

  async chat(words = 'Hello'): Promise<string> {
    const { headers } = await callApi(this.credentials.gateway_url, 'POST', '/v1/chat/completions', {
      token: this.credentials.enterprise_key,
      json: { model: 'sandbox-chat', messages: [{ role: 'user', content: words }] },
    });
    this.chats += 1;
    return headers.get('x-request-id') ?? '';
  }

  async draw(): Promise<void> {
    await callApi(this.credentials.gateway_url, 'POST', '/v1/images/generations', {
      token: this.credentials.enterprise_key,
      json: { model: 'sandbox-image', prompt: 'A lighthouse' },
    });
  }

  async createProject(slug: string): Promise<string> {
    const { submission_url: url, participant, program_id: programId } = this.credentials;
    const json = { program_id: programId, slug, name: 'Drill' };
    await callApi(url, 'POST', '/projects', { token: participant.token, json });
    const { body } = await callApi<{ data: { id: string } }>(url, 'GET', `/projects/${slug}`, {
      token: participant.token,
    });
    return body.data.id;
  }

  /** Draws another image each time: an image that the project has is stored once. */
  async upload(projectId: string, picture?: Buffer): Promise<void> {
    const form = new FormData();
    const width = 32 + (this.drawn % 800);
    const color = PICTURES[this.drawn % PICTURES.length];
    this.drawn += 1;
    const image = picture ?? (await drawImage({ color, width }));
    form.set('project_id', projectId);
    form.set('file', new Blob([new Uint8Array(image), ...(picture === undefined ? [] : [`${this.drawn}`])]), 'picture');
    const { participant, submission_url: url } = this.credentials;
    const { status, text } = await callApi(url, 'POST', '/assets/upload', { token: participant.token, form });
    if (status >= 300) throw new Error(`An upload was refused: ${text}`);
    this.uploads += 1;
  }

  start(projectId: string): void {
    this.stopped = false;
    const repeat = async (work: () => Promise<unknown>, pauseMs = 0) => {
      while (!this.stopped) await work().then(() => wait(pauseMs));
    };
    this.running = [
      repeat(() => this.chat()),
      repeat(() => this.upload(projectId), UPLOAD_EVERY_MS),
      repeat(() => this.draw()),
    ];
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.running);
  }
}
