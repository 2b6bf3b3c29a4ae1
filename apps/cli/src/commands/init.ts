import { constants, existsSync } from 'node:fs';
import { access, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCodeOf } from '@shipyard/platform/error-code';
import { type components, dataOf, ShipyardError } from '@shipyard/client';
import { CONFIG_FILE, configOf, LOGS_FOLDER, README_FILE, writeConfig } from '@shipyard/project-folder';
import { suggestSlug } from '@shipyard/ui/suggest-slug';
import type { Command, CommandContext } from '../command';
import type { Connection } from '../connection/connect';
import { signedIn } from '../connection/signed-in';
import { CliFailure, EXIT, exitCodeOf } from '../failure';
import { GITIGNORE } from '../project/gitignore';
import agentsTemplate from '../templates/AGENTS.md';

type Project = components['schemas']['ProjectView'];
type Program = components['schemas']['ProgramView'];

/** The config file comes last, so that an init that was interrupted can be run again. */
export const run: Command = async (context) => {
  const { output, words, cwd, options } = context;
  const file = path.join(cwd, CONFIG_FILE);
  if (existsSync(file))
    throw new CliFailure({
      exit: EXIT.conflict,
      error: 'FILE_EXISTS',
      message: words.init.exists(file),
      hint: words.init.existsHint,
    });
  // A project that is created and then has no files is hard to explain.
  await access(cwd, constants.W_OK);
  const connection = await signedIn(context);
  const { existing } = options;
  const { project, readme } =
    existing === undefined ? await createProject(connection, context) : await readExisting(connection, existing);
  await mkdir(path.join(cwd, LOGS_FOLDER), { recursive: true });
  await writeUnlessThere(README_FILE, readme ?? words.init.readme, context);
  await writeUnlessThere('.gitignore', GITIGNORE, context);
  if (context.prompts !== null && (await context.prompts.confirm(words.init.agents)))
    await writeUnlessThere('AGENTS.md', agentsTemplate, context);
  await writeFile(file, writeConfig(configOf(project)), { flag: 'wx' });
  output.result({ project }, [words.init.done(project.name), whoSees(project, connection, context)]);
};

async function createProject(
  connection: Connection,
  context: CommandContext,
): Promise<{ project: Project; readme: string | null }> {
  const { client } = connection;
  const program_id = context.options.program ?? (await chooseProgram(client, context));
  const name = context.options.name ?? (await askName(context));
  const slug = context.options.slug ?? (await chooseSlug(client, name, context));
  try {
    await dataOf(client.POST('/api/v1/projects', { body: { program_id, slug, name } }));
  } catch (error) {
    throw error instanceof ShipyardError ? await explain(error, program_id, client, context) : error;
  }
  // A token that may not read gets no properties as the answer to a write.
  return readExisting(connection, slug);
}

/** What the person can do about a value that the service does not take. */
async function explain(
  failure: ShipyardError,
  programId: string,
  client: Connection['client'],
  { words }: CommandContext,
): Promise<Error> {
  const { error, message, details } = failure;
  const exit = exitCodeOf(failure);
  if (error === 'SLUG_TAKEN') return new CliFailure({ exit, error, message, hint: words.init.takenHint, details });
  if (error !== 'PROGRAM_NOT_FOUND') return failure;
  const open = await openPrograms(client);
  const hint = open.length === 0 ? words.init.noProgram : words.init.programs(idsOf(open));
  return new CliFailure({ exit, error, message, told: words.init.programAbsent(programId), hint, details });
}

function whoSees({ slug, url, visibility }: Project, { origin }: Connection, { words }: CommandContext): string {
  return words.init.visible[visibility](new URL(url, origin).href, `${origin}/studio/projects/${slug}/details`);
}

/** The README of the server comes along, because a sync of a template would replace it. */
async function readExisting(
  { client }: Connection,
  slug: string,
): Promise<{ project: Project; readme: string | null }> {
  const params = { path: { slug } };
  const { project } = await dataOf(client.GET('/api/v1/projects/{slug}/status', { params }));
  const readme = await dataOf(client.GET('/api/v1/projects/{slug}/readme', { params })).catch((error: unknown) => {
    if (error instanceof ShipyardError && error.error === 'README_NOT_FOUND') return null;
    throw error;
  });
  return { project, readme: readme?.markdown ?? null };
}

async function chooseProgram(client: Connection['client'], context: CommandContext): Promise<string> {
  const { words, prompts } = context;
  const open = await openPrograms(client);
  const [only] = open;
  if (only === undefined)
    throw new CliFailure({ exit: EXIT.state, error: 'PROGRAM_CLOSED', message: words.init.noProgram });
  if (open.length === 1) return only.id;
  if (prompts === null) throw missingAnswer('--program', context, words.init.programs(idsOf(open)));
  return prompts.choose(
    words.init.program,
    open.map(({ id, name, tagline }) => ({ value: id, label: name, hint: tagline })),
  );
}

async function openPrograms(client: Connection['client']): Promise<Program[]> {
  const { programs } = await dataOf(client.GET('/api/v1/programs'));
  return programs.filter(({ open }) => open);
}

const idsOf = (programs: readonly Program[]): string => programs.map(({ id }) => id).join(', ');

async function askName(context: CommandContext): Promise<string> {
  const { prompts, words } = context;
  if (prompts === null) throw missingAnswer('--name', context);
  const validate = (value: string) => (value.trim() === '' ? words.init.nameRequired : undefined);
  return prompts.text({ message: words.init.name, validate });
}

/** Asks until the server says that the slug is free. Only the creation itself decides. */
async function chooseSlug(client: Connection['client'], name: string, context: CommandContext): Promise<string> {
  const { prompts, words, output } = context;
  const suggestion = suggestSlug(name);
  if (prompts === null) {
    if (suggestion === '') throw missingAnswer('--slug', context);
    return suggestion;
  }
  const problems = {
    taken: words.init.slugTaken,
    reserved: words.init.slugReserved,
    invalid: () => words.init.slugInvalid,
  };
  for (let initialValue = suggestion; ;) {
    const slug = (await prompts.text({ message: words.init.slug, initialValue })).trim();
    const { reason } = await dataOf(client.GET('/api/v1/slugs/{slug}', { params: { path: { slug: slug || '-' } } }));
    if (reason === null) return slug;
    output.fail(problems[reason](slug));
    initialValue = slug;
  }
}

async function writeUnlessThere(name: string, text: string, { cwd, output, words }: CommandContext): Promise<void> {
  try {
    await writeFile(path.join(cwd, name), text, { flag: 'wx' });
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
    output.tell(words.init.kept(name));
  }
}

function missingAnswer(option: string, { words }: CommandContext, hint = words.usage.seeHelp): CliFailure {
  return new CliFailure({
    exit: EXIT.usage,
    error: 'USAGE',
    message: words.usage.missingAnswer(option),
    hint,
  });
}
