import { checkProject, type Problem, readProjectFiles } from '@shipyard/project-folder';
import type { Command, CommandContext } from '../command';
import { EXIT } from '../failure';
import { findProjectFolder } from '../project/project-folder';
import { findingIn } from '../words/finding';

export const run: Command = async ({ cwd, output, words }) => {
  const folder = findProjectFolder(cwd);
  const checked = checkProject(folder === null ? new Map() : await readProjectFiles(folder), new Date());
  const { errors } = checked;
  // Outside of a project there is nothing to warn about.
  const warnings = folder === null ? [] : checked.warnings;
  const lines = [
    ...errors.map((problem) => `${output.paint('red', '✖')} ${lineOf(problem, output, words)}`),
    ...warnings.map((problem) => `${output.paint('yellow', '!')} ${lineOf(problem, output, words)}`),
    errors.length + warnings.length === 0
      ? output.paint('green', words.check.good)
      : words.check.summary(errors.length, warnings.length),
  ];
  output.result({ errors, warnings }, lines);
  if (errors.length > 0) process.exitCode = EXIT.validation;
};

function lineOf(
  { file, line, code, message }: Problem<string>,
  output: CommandContext['output'],
  words: CommandContext['words'],
): string {
  return `${line === null ? file : `${file}:${line}`}: ${findingIn(words, message)} ${output.paint('dim', code)}`;
}
