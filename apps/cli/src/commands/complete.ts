import { dataOf } from '@shipyard/client';
import type { Command, CommandContext } from '../command';
import { listLogs } from '../project/local-logs';
import { readProjectConfig, requireProjectFolder } from '../project/project-config';

/** A shell waits for it while a person types. */
const ANSWER_MS = 2000;
/** Shells expand other characters. */
const IS_PLAIN = /^[\w.-]+$/;

const LISTS: Readonly<Record<string, (context: CommandContext) => Promise<string[]>>> = {
  programs: async ({ connect }) => {
    const { client } = await connect();
    const { programs } = await dataOf(client.GET('/api/v1/programs'));
    return programs.filter(({ open }) => open).map(({ id }) => id);
  },
  slugs: async ({ connect }) => {
    const { client, token } = await connect();
    if (token === null) return [];
    const data = await dataOf(client.GET('/api/v1/accounts/me/projects', { params: { query: { limit: 100 } } }));
    return data.projects.map(({ slug }) => slug);
  },
  docs: async (context) => {
    const { program: programId } = await readProjectConfig(context);
    const { client } = await context.connect();
    const { docs } = await dataOf(client.GET('/api/v1/docs/{programId}', { params: { path: { programId } } }));
    return docs.map(({ id }) => id);
  },
  logs: async (context) => (await listLogs(requireProjectFolder(context))).map(({ sequence }) => String(sequence)),
};

/** Prints what may stand in a place, a line each, for the scripts of `shipyard completion`. No answer is no failure. */
export const run: Command = async (context) => {
  const { positionals, output, connect, signal } = context;
  const list = new Map(Object.entries(LISTS)).get(positionals[0] ?? '');
  const soon = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
  const found = await list?.({ ...context, connect: (choice) => connect({ ...choice, signal: soon }) }).catch(
    () => null,
  );
  const values = (found ?? []).filter((value) => IS_PLAIN.test(value));
  output.result({ values }, values);
};
