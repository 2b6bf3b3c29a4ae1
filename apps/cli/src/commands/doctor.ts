import { stat } from 'node:fs/promises';
import { dataOf } from '@shipyard/client';
import { checkProject, readProjectFiles } from '@shipyard/project-folder';
import type { Command, CommandContext } from '../command';
import { signInHint } from '../connection/signed-in';
import { CliFailure, EXIT } from '../failure';
import { describeFailure } from '../failure-report';
import { findProjectFolder } from '../project/project-folder';
import { canKeepFiles } from '../settings/config-folder';
import { loginFileIn } from '../settings/kept-login';
import { readProxies, shownProxy } from '../settings/proxies';

interface Finding {
  isGood: boolean;
  line: string;
}

/** Looks at one thing after the other, and goes on after a problem. */
export const run: Command = async (context) => {
  const { output, words, signal } = context;
  const findings: Finding[] = [good(words.doctor.node(process.versions.node))];
  for (const look of [lookAtSettings, lookAtProxies, lookAtServer, lookAtProject]) {
    try {
      findings.push(...(await look(context)));
    } catch (error) {
      if (signal.aborted) throw error;
      findings.push(
        bad(
          describeFailure(error, context)
            .lines.map((line) => line.trim())
            .join(' '),
        ),
      );
    }
  }
  const lines = findings.map(({ isGood, line }) =>
    isGood ? `${output.paint('green', '✔')} ${line}` : `${output.paint('red', '✖')} ${line}`,
  );
  const problems = findings.flatMap(({ isGood, line }) => (isGood ? [] : [line]));
  if (problems.length === 0) return output.done([...lines, words.doctor.good]);
  const message = words.doctor.bad(problems.length);
  output.result({ ok: false, error: 'PROBLEMS_FOUND', message, details: { problems } }, [...lines, message]);
  process.exitCode = EXIT.failure;
};

const good = (line: string): Finding => ({ isGood: true, line });
const bad = (line: string): Finding => ({ isGood: false, line });

async function lookAtSettings({ configFolder, words }: CommandContext): Promise<Finding[]> {
  const file = loginFileIn(configFolder);
  const found = await stat(file).catch(() => null);
  const isOpen = found !== null && process.platform !== 'win32' && (found.mode & 0o077) !== 0;
  return [
    (await canKeepFiles(configFolder))
      ? good(words.doctor.folder(configFolder))
      : bad(words.doctor.locked(configFolder)),
    ...(isOpen ? [bad(words.doctor.readable(file))] : []),
  ];
}

function lookAtProxies({ environment, words }: CommandContext): Finding[] {
  const proxies = readProxies(environment);
  // What connects says which variable is wrong.
  if ('wrong' in proxies) return [];
  const used = new Set([proxies.http, proxies.https].flatMap((proxy) => proxy ?? []));
  return [...used].map((proxy) => good(words.doctor.proxy(shownProxy(proxy))));
}

async function lookAtServer(context: CommandContext): Promise<Finding[]> {
  const { words, connect } = context;
  const connection = await connect();
  const { client, origin, token } = connection;
  const { response, data } = await client.GET('/readyz');
  const status = data?.status ?? String(response.status);
  const reached = status === 'ok' ? good(words.doctor.reached(origin)) : bad(words.doctor.ready(origin, status));
  if (token === null) return [reached, bad(words.doctor.notSignedIn(signInHint(connection, words)))];
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
      hint: words.doctor.checkHint,
    });
  return [good(words.doctor.project(folder))];
}
