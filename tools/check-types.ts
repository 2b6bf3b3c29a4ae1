import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/**
 * `nx typecheck-all`: checks the types of each project in a program of its own, as `tsc -p` does. A program of all
 * projects would hide what one of them lacks. The programs share the files that they have read.
 */

const workspace = path.join(__dirname, '..');

const projects = [...['apps', 'libs'].flatMap((folder) => namesIn(folder)), 'tools'].filter((project) =>
  existsSync(path.join(workspace, project, 'tsconfig.json')),
);

function namesIn(folder: string): string[] {
  return readdirSync(path.join(workspace, folder)).map((name) => path.join(folder, name));
}

const format: ts.FormatDiagnosticsHost = {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: () => workspace,
  getNewLine: () => ts.sys.newLine,
};

const filesRead = new Map<string, ts.SourceFile>();

function readConfig(project: string): ts.ParsedCommandLine {
  const file = path.join(workspace, project, 'tsconfig.json');
  const config = ts.getParsedCommandLineOfConfigFile(file, undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (problem) => {
      throw new Error(ts.formatDiagnostic(problem, format));
    },
  });
  if (!config) throw new Error(`${file} cannot be read`);
  return config;
}

function sharingHost(options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options, true);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (file, languageOptions, ...rest) => {
    const known = filesRead.get(file);
    if (known) return known;
    const source = read(file, languageOptions, ...rest);
    if (source) filesRead.set(file, source);
    return source;
  };
  return host;
}

/** Files of other projects are left to their own programs. */
function problemsOf(project: string): ts.Diagnostic[] {
  const { fileNames, options, errors } = readConfig(project);
  const program = ts.createProgram({ rootNames: fileNames, options, host: sharingHost(options) });
  const own = new Set(fileNames.map((file) => path.resolve(file)));
  const files = program.getSourceFiles().filter((file) => own.has(path.resolve(file.fileName)));
  return [
    ...errors,
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...files.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
  ];
}

for (const project of projects) {
  const problems = problemsOf(project);
  if (problems.length === 0) continue;
  process.stdout.write(`${project}\n${ts.formatDiagnostics(problems, format)}`);
  process.exitCode = 1;
}
