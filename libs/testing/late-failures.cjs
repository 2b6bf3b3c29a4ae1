const { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } = require('node:fs');
const path = require('node:path');

/** Where a project's late failures wait for the reporter and for `npm test`: a line of JSON for each. */
function lateFile(rootDir, folder = process.env.TEST_COUNTS ?? path.join(__dirname, '../../dist/test-counts')) {
  return path.join(folder, `${path.basename(rootDir)}.late.jsonl`);
}

let isListening = false;
/** The suite of this process that ended last, with the folder of its project. */
let lastEnded = null;

/**
 * What fails while no suite runs would end the process, with all suites that it still has to run, and nobody would know
 * whose it was. It counts against the suite that ended last, and the others go on. While a suite runs, Jest has listeners
 * of its own.
 */
function listenForLateFailures() {
  if (isListening) return;
  isListening = true;
  process.on('unhandledRejection', note);
  process.on('uncaughtException', note);
}

function suiteHasEnded(suite) {
  lastEnded = suite;
}

function note(error) {
  // Where Jest itself runs the suites. A worker's exit code means nothing: the reporter asks for the file.
  process.exitCode = 1;
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`\nThis failed after ${lastEnded?.path ?? 'no suite'} had ended:\n${message}\n`);
  if (lastEnded === null) return;
  const file = lateFile(lastEnded.rootDir);
  mkdirSync(path.dirname(file), { recursive: true });
  appendFileSync(file, `${JSON.stringify({ path: lastEnded.path, message })}\n`);
}

/** Returns the path of the suite, and the message, of each late failure. */
function readLateFailures(file) {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function forgetLateFailures(rootDir) {
  rmSync(lateFile(rootDir), { force: true });
}

module.exports = { forgetLateFailures, lateFile, listenForLateFailures, readLateFailures, suiteHasEnded };
