import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * `npm run drill -- NAME`: tries an operation on real engines, and prints what it saw. It exits with 1 if something was not as
 * promised, and with 2 on a machine that lacks programs, which it names.
 */

/** What a file `tools/drill/NAME.ts` exports. */
export interface Drill {
  /** Programs on the PATH. `docker|podman` means one of the two. */
  needs: readonly string[];
  /** Where programs are besides the PATH. */
  folders?: readonly string[];
  /** How to get what is missing. */
  advice?: string;
  run(): Promise<void>;
}

const DRILLS = {
  cluster:
    'the chart is installed on a cluster, upgraded under load after a migration that fails, restarted and rolled back, with its network policies (cluster STEP: only these)',
  chart: 'the Helm chart renders with every value set, and its manifests, rules and dashboards are valid',
  failover:
    'under load, the primary of Redis is killed, then that of Postgres, then the object store is away for a minute',
  prometheus: 'a Prometheus scrapes a system in use: exemplars lead to traces, and each rule and objective has a value',
  pooler: 'both services run through PgBouncer in transaction mode: a review, its page and 200 chats',
  compose:
    'docker/compose.yaml comes up, the tour passes, down and up find the data, and a backup is made. Then three of each (compose scale: only these)',
  upgrade: 'the version before serves beside this one on the new schema (upgrade COMMIT; default: the last tag)',
  restore: 'a system in use is backed up, lost, and restored: whole, and to a moment between two rows of the ledger',
};

export function missingPrograms(needs: readonly string[], folders: readonly string[]): string[] {
  const isThere = (program: string) => folders.some((folder) => existsSync(path.join(folder, program)));
  return needs.filter((need) => !need.split('|').some(isThere));
}

async function main(): Promise<void> {
  const [name = ''] = process.argv.slice(2);
  if (!(name in DRILLS)) {
    const lines = Object.entries(DRILLS).map(([drill, does]) => `  ${drill.padEnd(12)}${does}\n`);
    process.stderr.write(`Usage: npm run drill -- NAME\n\n${lines.join('')}`);
    process.exitCode = 2;
    return;
  }
  const drill = (await import(path.join(__dirname, name))) as Drill;
  const folders = [...(drill.folders ?? []), ...(process.env.PATH ?? '').split(path.delimiter)];
  const missing = missingPrograms(drill.needs, folders);
  if (missing.length > 0) {
    process.stderr.write(`The drill ${name} needs programs that are not on the PATH: ${missing.join(', ')}\n`);
    if (drill.advice !== undefined) process.stderr.write(`${drill.advice}\n`);
    process.exitCode = 2;
    return;
  }
  await drill.run();
}

if (path.resolve(process.argv[1] ?? '') === __filename)
  main().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
