import type { ObjectStore } from '@shipyard/platform/object-store';
import { LEFT_OVER } from '@shipyard/platform/object-store';
import { connect } from './backup';
import { compareKeys, readNamedKeys, type Service, SERVICES } from './object-rows';
import { type LiveChecks, reconcile, runChat, runReview } from './live-checks';

export interface VerifyOptions {
  databaseUrl: string;
  stores: Record<Service, ObjectStore>;
  /** Null: only rows and objects are compared. */
  live: LiveChecks | null;
  report: (line: string) => void;
}

const MOST_SHOWN = 10;

/** Reports each check as a line, and returns whether all passed. */
export async function verifyPlace({ databaseUrl, stores, live, report }: VerifyOptions): Promise<boolean> {
  const passed = [
    ...(await objectChecks(databaseUrl, stores, report)),
    ...(live === null ? [] : await liveChecks(live, report)),
  ];
  return passed.every(Boolean);
}

async function liveChecks(live: LiveChecks, report: (line: string) => void): Promise<boolean[]> {
  const check = async (name: string, work: () => Promise<string>): Promise<boolean> => {
    const startedAt = performance.now();
    try {
      const said = await work();
      report(`ok: ${name}: ${said} (${((performance.now() - startedAt) / 1_000).toFixed(1)} s)`);
      return true;
    } catch (error) {
      report(`FAILED: ${name}: ${error instanceof Error ? error.message : String(error)}`);
      return false;
    }
  };
  return [
    await check('the books', () => reconcile(live)),
    await check('a chat', () => runChat(live)),
    await check('a review', () => runReview(live)),
    await check('the books after both', () => reconcile(live)),
  ];
}

async function objectChecks(
  databaseUrl: string,
  stores: Record<Service, ObjectStore>,
  report: (line: string) => void,
): Promise<boolean[]> {
  const client = await connect(databaseUrl);
  const passed: boolean[] = [];
  try {
    for (const service of SERVICES) {
      const stored = new Set<string>();
      for await (const { key } of stores[service].list()) if (!key.startsWith(LEFT_OVER)) stored.add(key);
      await client.query('BEGIN READ ONLY');
      const { missing, unnamed } = await compareKeys(readNamedKeys(client, service), stored);
      await client.query('COMMIT');
      const isSound = missing.length === 0 && unnamed.size === 0;
      report(
        `${isSound ? 'ok' : 'FAILED'}: objects of ${service}: ${stored.size} stored, ${missing.length} missing, ${unnamed.size} without a row`,
      );
      for (const key of missing.slice(0, MOST_SHOWN)) report(`  missing: ${key}`);
      for (const key of [...unnamed].slice(0, MOST_SHOWN)) report(`  without a row: ${key}`);
      passed.push(isSound);
    }
  } finally {
    await client.end();
  }
  return passed;
}
