import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { readTextIfThere, writePrivateFile } from './config-folder';

export interface KeptInterview {
  interviewId: string;
  token: string;
  expiresAt: string;
  /** What was typed of an answer that was not sent. */
  draft: { index: number; text: string } | null;
}

/** An interview that was begun, by the API and the project that it belongs to. */
export class KeptInterviews {
  constructor(private readonly configFolder: string) {}

  /** Null if there is none, or if its time is over. */
  async find(apiUrl: string, slug: string, now = Date.now()): Promise<KeptInterview | null> {
    const text = await readTextIfThere(this.fileOf(apiUrl, slug));
    const kept = text === null ? null : readKept(text);
    return kept !== null && Date.parse(kept.expiresAt) > now ? kept : null;
  }

  keep(apiUrl: string, slug: string, interview: KeptInterview): Promise<void> {
    return writePrivateFile(this.fileOf(apiUrl, slug), `${JSON.stringify(interview)}\n`);
  }

  forget(apiUrl: string, slug: string): Promise<void> {
    return rm(this.fileOf(apiUrl, slug), { force: true });
  }

  private fileOf(apiUrl: string, slug: string): string {
    const name = createHash('sha256').update(`${apiUrl}\n${slug}`).digest('hex').slice(0, 32);
    return path.join(this.configFolder, 'interviews', `${name}.json`);
  }
}

function readKept(text: string): KeptInterview | null {
  try {
    const kept: unknown = JSON.parse(text);
    if (typeof kept !== 'object' || kept === null) return null;
    if (!('interviewId' in kept) || !('token' in kept) || !('expiresAt' in kept)) return null;
    const { interviewId, token, expiresAt } = kept;
    if (typeof interviewId !== 'string' || typeof token !== 'string' || typeof expiresAt !== 'string') return null;
    return { interviewId, token, expiresAt, draft: 'draft' in kept ? readDraft(kept.draft) : null };
  } catch {
    return null;
  }
}

function readDraft(kept: unknown): KeptInterview['draft'] {
  if (typeof kept !== 'object' || kept === null || !('index' in kept) || !('text' in kept)) return null;
  const { index, text } = kept;
  return typeof index === 'number' && typeof text === 'string' ? { index, text } : null;
}
