import { constants, existsSync } from 'node:fs';
import { access, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCodeOf } from '@shipyard/platform/error-code';
import { type components, dataOf, ShipyardError } from '@shipyard/client';
import { VISIBILITIES, type Visibility } from '@shipyard/contracts';
import { CONFIG_FILE, configOf, LOGS_FOLDER, README_FILE, writeConfig } from '@shipyard/project-folder';
import { suggestSlug } from '@shipyard/ui/suggest-slug';
import type { Command, CommandContext } from '../command';
import type { Connection } from '../connection/connect';
import { signedIn } from '../connection/signed-in';
import { CliFailure, EXIT, exitCodeOf } from '../failure';
import { GITIGNORE } from '../project/gitignore';
import { pullInPlace } from '../project/pull-in-place';
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
  const visibility = readVisibility(context);
  const project =
    existing === undefined ? await createProject(connection, visibility, context) : await readOwn(connection, existing);
  await mkdir(path.join(cwd, LOGS_FOLDER), { recursive: true });
  if (existing === undefined) await writeUnlessThere(README_FILE, words.init.readme, context);
  await writeUnlessThere('.gitignore', GITIGNORE, context);
  if (context.prompts !== null && (await context.prompts.confirm(words.init.agents)))
    await writeUnlessThere('AGENTS.md', agentsTemplate, context);
  await writeFile(file, writeConfig(configOf(project)), { flag: 'wx' });
  if (existing !== undefined) await bringFiles(connection, context);
  const done = existing === undefined ? words.init.done(project.name) : words.init.joined(project.name);
  output.result({ project }, [done, whoSees(project, connection, context)]);
};

/** What the folder has and the server has not stays. */
async function bringFiles(connection: Connection, context: CommandContext): Promise<void> {
  const { cwd, output, words } = context;
  const { left } = await pullInPlace(cwd, connection, context, { merges: false });
  if (left.length > 0) output.fail(words.pull.differs(left.map(({ file }) => file).join(', ')));
  await writeUnlessThere(README_FILE, words.init.readme, context, false);
}

/** Undefined if the server decides. */
function readVisibility({ options, words }: CommandContext): Visibility | undefined {
  const { visibility } = options;
  const known = VISIBILITIES.find((each) => each === visibility);
  if (visibility === undefined || known !== undefined) return known;
  const message = words.init.badVisibility(visibility, VISIBILITIES.join(', '));
  throw new CliFailure({ exit: EXIT.usage, error: 'USAGE', message });
}

async function createProject(
  connection: Connection,
  chosen: Visibility | undefined,
  context: CommandContext,
): Promise<Project> {
  const { client } = connection;
  const program_id = context.options.program ?? (await chooseProgram(client, context));
  const name = context.options.name ?? (await askName(context));
  const slug = context.options.slug ?? (await chooseSlug(client, name, context));
  try {
    const visibility = chosen ?? (await askVisibility(context));
    await dataOf(
      client.POST('/api/v1/projects', { body: { program_id, slug, name, ...(visibility && { visibility }) } }),
    );
  } catch (error) {
    throw error instanceof ShipyardError ? await explain(error, program_id, client, context) : error;
  }
  // A token that may not read gets no properties as the answer to a write.
  return readOwn(connection, slug);
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

async function readOwn({ client }: Connection, slug: string): Promise<Project> {
  const params = { path: { slug } };
  return (await dataOf(client.GET('/api/v1/projects/{slug}/status', { params }))).project;
}

/** The first choice is the one that nobody regrets. Where nothing may be asked, the server decides. */
async function askVisibility({ prompts, words }: CommandContext): Promise<Visibility | undefined> {
  if (prompts === null) return undefined;
  const choices = (['private', 'unlisted', 'public'] as const).map((value) => ({
    value,
    label: words.init.visibilities[value],
  }));
  const chosen = await prompts.choose(words.init.visibility, choices);
  return VISIBILITIES.find((each) => each === chosen);
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

async function writeUnlessThere(
  name: string,
  text: string,
  { cwd, output, words }: CommandContext,
  isTold = true,
): Promise<void> {
  try {
    await writeFile(path.join(cwd, name), text, { flag: 'wx' });
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
    if (isTold) output.tell(words.init.kept(name));
  }
}

function missingAnswer(option: string, { words }: CommandContext, hint = words.usage.seeHelp('init')): CliFailure {
  return new CliFailure({
    exit: EXIT.usage,
    error: 'USAGE',
    message: words.usage.missingAnswer(option),
    hint,
  });
}
