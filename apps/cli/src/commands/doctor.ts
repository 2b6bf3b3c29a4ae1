import { stat } from 'node:fs/promises';
import { dataOf } from '@shipyard/client';
import { checkProject } from '@shipyard/project-folder';
import type { Command, CommandContext } from '../command';
import { CliFailure, EXIT } from '../failure';
import { findProjectFolder, readProjectFiles } from '../project/project-folder';
import { loginFileIn } from '../settings/kept-login';

interface Finding {
  isGood: boolean;
  line: string;
}

/** Looks at one thing after the other, and goes on after a problem. */
export const run: Command = async (context) => {
  const { output, words } = context;
  const findings: Finding[] = [good(words.doctor.node(process.versions.node))];
  for (const look of [lookAtSettings, lookAtServer, lookAtProject]) {
    try {
      findings.push(...(await look(context)));
    } catch (error) {
      if (context.signal.aborted) throw error;
      findings.push(bad(error instanceof Error ? error.message : String(error)));
    }
  }
  const problems = findings.filter(({ isGood }) => !isGood);
  const lines = findings.map(({ isGood, line }) =>
    isGood ? `${output.paint('green', '✔')} ${line}` : `${output.paint('red', '✖')} ${line}`,
  );
  output.result({}, [...lines, problems.length === 0 ? words.doctor.good : words.doctor.bad(problems.length)]);
  if (problems.length > 0) process.exitCode = EXIT.failure;
};

const good = (line: string): Finding => ({ isGood: true, line });
const bad = (line: string): Finding => ({ isGood: false, line });

async function lookAtSettings({ configFolder, words, environment }: CommandContext): Promise<Finding[]> {
  const file = loginFileIn(configFolder);
  const found = await stat(file).catch(() => null);
  const isOpen = found !== null && process.platform !== 'win32' && (found.mode & 0o077) !== 0;
  const proxy = environment.HTTPS_PROXY ?? environment.https_proxy;
  return [
    good(words.doctor.folder(configFolder)),
    ...(isOpen ? [bad(words.doctor.readable(file))] : []),
    ...(proxy ? [good(words.doctor.proxy(proxy.replace(/\/\/[^@/]*@/, '//***@')))] : []),
  ];
}

async function lookAtServer(context: CommandContext): Promise<Finding[]> {
  const { words, connect } = context;
  const { client, origin, token } = await connect();
  const { response, data } = await client.GET('/readyz');
  const status = data?.status ?? String(response.status);
  const reached = status === 'ok' ? good(words.doctor.reached(origin)) : bad(words.doctor.ready(origin, status));
  if (token === null) return [reached, bad(words.doctor.notSignedIn)];
  const { account } = await dataOf(client.GET('/api/v1/accounts/me'));
  return [reached, good(words.doctor.signedIn(account.handle))];
}

async function lookAtProject({ cwd, words }: CommandContext): Promise<Finding[]> {
  const folder = findProjectFolder(cwd);
  if (folder === null) return [good(words.doctor.noProject)];
  const { errors } = checkProject(await readProjectFiles(folder), new Date());
  if (errors.length > 0)
    throw new CliFailure({
      exit: EXIT.validation,
      error: 'VALIDATION_FAILED',
      message: words.check.failed(errors.length),
    });
  return [good(words.doctor.project(folder))];
}
