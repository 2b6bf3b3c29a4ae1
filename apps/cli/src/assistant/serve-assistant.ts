import { readFile } from 'node:fs/promises';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { type CheckTexts, createAssistantServer, type ProjectFolder, ToolFailure } from '@shipyard/assistant';
import { dataOf } from '@shipyard/client';
import { IMAGE_LIMIT_BYTES } from '@shipyard/contracts';
import { checkProject } from '@shipyard/project-folder';
import { version } from '../../package.json';
import type { CommandContext } from '../command';
import type { Connection } from '../connection/connect';
import { signedIn } from '../connection/signed-in';
import { CliFailure } from '../failure';
import { readProjectFiles } from '../project/project-folder';
import { prepareSync, sync, type SyncReporter } from '../project/sync';
import { resolveFile, resolveFolder } from './opened-folder';

/** Serves until the assistant closes stdin. stdout belongs to the protocol, so nothing else is written to it. */
export async function serveAssistant(context: CommandContext): Promise<void> {
  const connection = await signedIn(context);
  const { client, origin } = connection;
  const server = createAssistantServer({
    client,
    site: origin,
    version,
    folder: openFolder(context, connection),
    checkTexts,
    handle: () => handleOf(connection),
    report: (fault) => context.output.fail(fault instanceof Error ? fault.message : String(fault)),
  });
  const ended = new Promise<void>((resolve) => {
    server.onclose = resolve;
    process.stdin.once('end', resolve);
    context.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await server.connect(new StdioServerTransport());
  await ended;
  await server.close();
}

/** A token of a connected app may not read the account. Then no projects are listed. */
async function handleOf({ client }: Connection): Promise<string | null> {
  try {
    const { account } = await dataOf(client.GET('/api/v1/accounts/me'));
    return account.handle;
  } catch {
    return null;
  }
}

const checkTexts: CheckTexts = (files) => Promise.resolve(checkProject(files, new Date()));

function openFolder({ cwd, words }: CommandContext, connection: Connection): ProjectFolder {
  const reporter: SyncReporter = { step: () => undefined, uploaded: () => undefined };
  return {
    readImage: async (path) => new Uint8Array(await readFile(await resolveFile(cwd, path, IMAGE_LIMIT_BYTES))),
    check: async (path) => checkTexts(await readProjectFiles(await resolveFolder(cwd, path))),
    sync: (path, { dryRun }) =>
      explained(async () => {
        const folder = await resolveFolder(cwd, path);
        if (!dryRun) return (await sync(folder, connection, reporter, words)).outcome;
        const { readme, config, logs, images } = (await prepareSync(folder, connection, reporter, words)).plan;
        return { plan: { readme, config, logs, images } };
      }),
  };
}

/** What the command line found, in the words that it prints. */
async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CliFailure)) throw error;
    const { message, hint, error: code } = error.facts;
    throw new ToolFailure([message, ...(hint === null ? [] : [hint]), `(${code})`].join('\n'), code);
  }
}
