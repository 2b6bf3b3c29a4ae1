import { planPull, readProjectFiles, sequenceOfLogFile } from '@shipyard/project-folder';
import type { Command, CommandContext } from '../command';
import { signedIn } from '../connection/signed-in';
import { CliFailure, EXIT } from '../failure';
import { replaceFile } from '../project/base-file';
import { downloadImages } from '../project/image-download';
import { imageHashes } from '../project/image-hashes';
import { keepAside } from '../project/kept-aside';
import { listLogs } from '../project/local-logs';
import { readSequence } from '../project/log-sequence';
import { readProjectConfig, requireProjectFolder } from '../project/project-config';
import { PulledFolder } from '../project/pulled-folder';
import { readServerState } from '../project/server-state';

/** Takes the server's text of a log. The text that was in its place is kept aside. */
export const run: Command = async (context) => {
  const { output, words, positionals } = context;
  const sequence = readSequence(positionals[0], context);
  const folder = requireProjectFolder(context);
  const { slug } = await readProjectConfig(context);
  const connection = await signedIn(context);
  const server = await readServerState(connection, slug);
  const logs = server.logs.filter((log) => log.sequence === sequence);
  const plan = planPull({ ...server, readme: null, logs }, imageHashes(await readProjectFiles(folder)));
  const [file, text] = [...plan.texts].find(([each]) => sequenceOfLogFile(each) === sequence) ?? [];
  if (file === undefined || text === undefined) throw absent(sequence, context);
  const target = PulledFolder.inPlace(folder);
  await downloadImages(plan.images, connection, context, (image, bytes) => target.write(image, bytes));
  const there = (await listLogs(folder)).find((log) => log.sequence === sequence)?.file;
  if (there === undefined) await target.write(file, text);
  else {
    output.tell(words.log.keptAside(await keepAside(folder, there)));
    await replaceFile(folder, there, text);
  }
  output.done([words.log.restored(there ?? file)]);
};

function absent(sequence: number, { words }: CommandContext): CliFailure {
  return new CliFailure({
    exit: EXIT.failure,
    error: 'LOG_NOT_FOUND',
    message: words.log.absentThere(sequence),
    hint: words.log.absentThereHint,
  });
}
