import path from 'node:path';
import { name, version } from '../../package.json';
import type { Output } from '../output';
import type { Words } from '../words/words';
import { readTextIfThere, writePrivateFile } from './config-folder';
import { SecureUrl } from './secure-url';

const NPM = 'https://registry.npmjs.org';
const DAY_MS = 24 * 3600 * 1000;
const ANSWER_MS = 5000;

interface Kept {
  version: string;
  askedAt: number;
  toldAt: number;
}

export interface NoticeOptions {
  configFolder: string;
  environment: NodeJS.ProcessEnv;
  output: Pick<Output, 'tell' | 'paintMessage'>;
  words: Words;
  /** Whether a person reads both stdout and stderr. */
  isRead: boolean;
  now?: () => number;
}

/**
 * Tells a person once a day that a newer version is out. The registry is asked beside the requests of a command, once a
 * day. The command never waits for it, and a failure is never told.
 */
export class VersionNotice {
  private readonly file: string;
  private readonly isWanted: boolean;
  private readonly now: () => number;
  private readonly ending = new AbortController();
  private asking: Promise<void> | null = null;

  constructor(private readonly options: NoticeOptions) {
    const { configFolder, environment, isRead, now = Date.now } = options;
    this.file = path.join(configFolder, 'newest-version.json');
    this.isWanted = isRead && !environment.CI && !environment.NO_UPDATE_NOTIFIER;
    this.now = now;
  }

  /** Asks the registry, unless it answered today. `fetch` goes through the proxies of the environment. */
  begin(fetch: typeof globalThis.fetch): void {
    if (this.isWanted) this.asking ??= this.ask(fetch).catch(() => undefined);
  }

  /** Called when the command has ended. An answer that is not there yet is not waited for. */
  async end(): Promise<void> {
    this.ending.abort();
    await this.asking;
    if (this.isWanted) await this.tell().catch(() => undefined);
  }

  private async ask(fetch: typeof globalThis.fetch): Promise<void> {
    const kept = await this.read();
    if (kept !== null && this.now() - kept.askedAt < DAY_MS) return;
    const registry = this.options.environment.npm_config_registry || NPM;
    const url = SecureUrl.read(`${registry.replace(/\/$/, '')}/${name.replace('/', '%2f')}/latest`);
    if (url === null) return;
    const signal = AbortSignal.any([this.ending.signal, AbortSignal.timeout(ANSWER_MS)]);
    const response = await fetch(url.href, { signal, headers: { accept: 'application/json' } });
    const found: unknown = response.ok ? await response.json() : null;
    const newest = typeof found === 'object' && found !== null && 'version' in found ? found.version : null;
    const answer = typeof newest === 'string' && isVersion(newest) ? newest : version;
    await this.write({ version: answer, askedAt: this.now(), toldAt: kept?.toldAt ?? 0 });
  }

  private async tell(): Promise<void> {
    const { output, words } = this.options;
    const kept = await this.read();
    if (kept === null || !isNewer(kept.version, version) || this.now() - kept.toldAt < DAY_MS) return;
    output.tell(output.paintMessage('dim', words.everyday.newer(kept.version, version, `npm install -g ${name}`)));
    await this.write({ ...kept, toldAt: this.now() });
  }

  private async read(): Promise<Kept | null> {
    const text = await readTextIfThere(this.file);
    const found: unknown = text === null ? null : JSON.parse(text);
    if (typeof found !== 'object' || found === null) return null;
    if (!('version' in found) || !('askedAt' in found) || !('toldAt' in found)) return null;
    const { version: newest, askedAt, toldAt } = found;
    const isWhole = typeof newest === 'string' && typeof askedAt === 'number' && typeof toldAt === 'number';
    return isWhole && isVersion(newest) ? { version: newest, askedAt, toldAt } : null;
  }

  private write(kept: Kept): Promise<void> {
    return writePrivateFile(this.file, `${JSON.stringify(kept)}\n`);
  }
}

/** Versions for everybody. One that is tried out first, such as `1.0.0-beta.1`, is none. */
const isVersion = (text: string): boolean => /^\d{1,6}\.\d{1,6}\.\d{1,6}$/.test(text);

function isNewer(one: string, other: string): boolean {
  const [numbers, others] = [one, other].map((each) => each.split('.').map(Number));
  const at = numbers?.findIndex((number, index) => number !== others?.[index]) ?? -1;
  return at >= 0 && (numbers?.[at] ?? 0) > (others?.[at] ?? 0);
}
