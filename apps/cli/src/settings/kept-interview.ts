import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { readTextIfThere, writePrivateFile } from './config-folder';

export interface KeptInterview {
  interviewId: string;
  token: string;
  expiresAt: string;
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
    const isWhole = [interviewId, token, expiresAt].every((each) => typeof each === 'string');
    return isWhole ? { interviewId: String(interviewId), token: String(token), expiresAt: String(expiresAt) } : null;
  } catch {
    return null;
  }
}
