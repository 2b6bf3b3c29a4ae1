import { createHash } from 'node:crypto';
import path from 'node:path';
import { readConfig, text } from '@shipyard/platform/config';
import { objectStoreSettings, openStoreOf, STORE_KINDS } from '@shipyard/platform/object-store';
import { printStartFailure } from '@shipyard/platform/service-process';
import { MoveJournal, moveObjects } from '@shipyard/stack';

/**
 * Copies a service's objects from its folder to its bucket or back, while services run: see
 * docs/operating/object-store.md.
 */

const USAGE = 'node dist/tools/move-store.js submission|gateway folder|s3 s3|folder [--verify] [--overwrite]';
const FLAGS = ['--verify', '--overwrite'];

async function main(args: string[]): Promise<void> {
  const flags = args.filter((arg) => arg.startsWith('--'));
  const [serviceName, fromName, toName, ...rest] = args.filter((arg) => !arg.startsWith('--'));
  const service = (['submission', 'gateway'] as const).find((name) => name === serviceName);
  const [fromKind, toKind] = [fromName, toName].map((name) => STORE_KINDS.find((kind) => kind === name));
  if (
    !service ||
    !fromKind ||
    !toKind ||
    fromKind === toKind ||
    rest.length > 0 ||
    flags.some((flag) => !FLAGS.includes(flag))
  )
    throw new Error(`Say what to move. Usage: ${USAGE}`);

  const environment = { ...process.env, OBJECT_STORES: 'folder,s3' };
  const config = readConfig(environment, {
    DATA_DIR: text('the path of a folder', './.data'),
    ...objectStoreSettings(environment),
  });
  const bucket = createHash('sha256')
    .update(`${config.S3_ENDPOINT ?? ''} ${config.S3_BUCKET ?? ''}`)
    .digest('hex')
    .slice(0, 12);
  const count = await moveObjects({
    from: await openStoreOf(fromKind, config, service),
    to: await openStoreOf(toKind, config, service),
    journal: new MoveJournal(
      path.resolve(config.DATA_DIR, 'move-store', `${service}-${fromKind}-${toKind}-${bucket}.jsonl`),
    ),
    verify: flags.includes('--verify'),
    overwrite: flags.includes('--overwrite'),
    report: (line) => void process.stdout.write(`${line}\n`),
  });
  process.stdout.write(
    `${Object.entries(count)
      .map(([outcome, objects]) => `${objects} ${outcome}`)
      .join(', ')}\n`,
  );
  if (count.different + count.failed > 0) process.exitCode = 1;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  printStartFailure(error);
  process.exitCode = 1;
});
