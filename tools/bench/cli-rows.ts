import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { median } from './alternating-rounds';
import type { Bench } from './bench-stack';

const run = promisify(execFile);

const SHIPYARD = path.resolve('dist/apps/cli/shipyard.js');
const STARTS = 40;
const QUICK_STARTS = 5;

export interface CliRow {
  /** Medians of the time from the start of a process to its end. */
  shipyardMs: number;
  nodeMs: number;
}

/** `shipyard --version` beside a Node that does nothing, in turns. */
export async function measureCli({ quick, report, stopping }: Bench): Promise<CliRow> {
  report('Measuring: the start of the command line');
  const [shipyard, node]: [number[], number[]] = [[], []];
  await timeOf([SHIPYARD, '--version']);
  for (let start = 0; start < (quick ? QUICK_STARTS : STARTS); start += 1) {
    stopping.throwIfAborted();
    node.push(await timeOf(['-e', '0']));
    shipyard.push(await timeOf([SHIPYARD, '--version']));
  }
  return { shipyardMs: median(shipyard), nodeMs: median(node) };
}

async function timeOf(parameters: string[]): Promise<number> {
  const startedAt = performance.now();
  await run(process.execPath, parameters);
  return performance.now() - startedAt;
}
