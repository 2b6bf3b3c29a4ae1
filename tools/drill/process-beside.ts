import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pickFreePort, type Service, type Stack, type SupervisedProcess, superviseService } from '@shipyard/stack';

export interface ProcessBeside {
  url: string;
  process: SupervisedProcess;
}

export interface BesideOptions {
  bundlesDir: string;
  /** Gets a folder with the logs of the process. */
  folder: string;
  report: (line: string) => void;
}

/** Starts another process of a service on the servers of a stack. */
export async function startBeside(
  stack: Stack,
  service: Service,
  entry: 'main' | 'worker',
  { bundlesDir, folder, report }: BesideOptions,
): Promise<ProcessBeside> {
  const port = String(await pickFreePort());
  const dataDir = path.join(folder, `${service}-${entry}-${port}`);
  await mkdir(path.join(dataDir, 'logs'), { recursive: true });
  const variable = service === 'gateway' ? 'GATEWAY_PORT' : 'SUBMISSION_PORT';
  const environment: NodeJS.ProcessEnv = { ...stack.environments[service], [variable]: port };
  // The environment of the HTTP process has no such key.
  if (entry === 'worker') environment.REVIEW_GATEWAY_KEY = stack.credentials?.enterprise_key;
  delete environment.METRICS_PORT;
  const process = superviseService(service, entry, environment, {
    ...{ bundlesDir, dataDir, output: 'files', report, record: null },
  });
  await process.start(new AbortController().signal);
  return { url: `http://127.0.0.1:${port}`, process };
}
