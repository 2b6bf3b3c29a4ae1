import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startStack } from '@shipyard/stack';
import type { LiveChecks } from './live-checks';
import { SERVICES } from './object-rows';

export interface Rehearsal {
  environment: NodeJS.ProcessEnv;
  /** Where each service keeps its objects, if in a folder. */
  storeFolders: Record<(typeof SERVICES)[number], string>;
  bundlesDir: string;
  report: (line: string) => void;
}

/**
 * Starts the services on restored data, on ports of their own, and stops them afterwards. They send no mail: it goes
 * into a folder that is thrown away. The gateway's worker stays out, because it would call webhooks and close statements.
 */
export async function withServices<Result>(
  { environment, storeFolders, bundlesDir, report }: Rehearsal,
  work: (urls: Pick<LiveChecks, 'gatewayUrl' | 'submissionUrl'>) => Promise<Result>,
): Promise<Result> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'shipyard-rehearsal-'));
  try {
    await mkdir(path.join(dataDir, 'store'));
    for (const service of SERVICES) await symlink(storeFolders[service], path.join(dataDir, 'store', service));
    const { DATABASE_URL: _admin, SMTP_URL: _smtp, ...rest } = environment;
    const stack = await startStack({
      dataDir,
      environment: { ...rest, SUBMISSION_PORT: '0', GATEWAY_PORT: '0' },
      queue: 'auto',
      output: 'files',
      report,
      command: 'shipyard-ops verify',
      bundlesDir,
      starts: ['submission', 'submissionWorker', 'gateway'],
    });
    try {
      return await work(stack.addresses);
    } finally {
      await stack.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
