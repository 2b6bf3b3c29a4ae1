import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const WORKSPACE = path.join(__dirname, '..');
/** Where the version stands: the lock names it for itself, and for the root among its packages. */
export const VERSIONS: [file: string, line: RegExp][] = [
  ['package.json', /^( {2}"version": ").*(",)$/gm],
  ['package-lock.json', /^( {2}"version": "| {4}"": \{\n {6}"name": ".*",\n {6}"version": ").*(",)$/gm],
  ['apps/cli/package.json', /^( {2}"version": ").*(",)$/gm],
  ['libs/http/src/product-version.ts', /^(export const PRODUCT_VERSION = ').*(';)$/gm],
  ['deploy/helm/shipyard/Chart.yaml', /^(version: |appVersion: ).*()$/gm],
];
const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;
const UNRELEASED = '## Unreleased\n';

/** Moves what is unreleased below a heading of its own. Throws if there is nothing. */
export function cutChangelog(text: string, version: string, day: string): { changelog: string; notes: string } {
  const [before = '', rest] = text.split(UNRELEASED, 2);
  if (rest === undefined) throw new Error('CHANGELOG.md has no section "Unreleased".');
  const next = /^## /m.exec(rest)?.index ?? rest.length;
  const notes = rest.slice(0, next).trim();
  if (notes === '') throw new Error('CHANGELOG.md says of no change since the last release.');
  const head = before.replace(' There has been no release yet.', '');
  const older = rest.slice(next);
  const released = `## ${version} - ${day}\n\n${notes}\n`;
  return { changelog: [head + UNRELEASED, released, ...(older === '' ? [] : [older])].join('\n'), notes };
}

/** Throws unless `next` is a version that comes after `current`. */
export function checkNext(current: string, next: string): void {
  const numbers = (version: string) => (VERSION.exec(version) ?? []).slice(1).map(Number);
  const [was, will] = [numbers(current), numbers(next)];
  if (will.length !== 3) throw new Error(`"${next}" is no version. Write it as 1.2.3.`);
  const place = will.findIndex((number, index) => number !== was[index]);
  if (place === -1 || (will[place] ?? 0) < (was[place] ?? 0))
    throw new Error(`The version is ${current} already. Name a later one than that.`);
}

/**
 * `npm run release -- --cut VERSION`: writes the version into all packages and the chart, gives the changelog its
 * section, and makes a commit and an annotated tag of both. Nothing is sent anywhere.
 */
export function cutRelease(version: string): string {
  const { version: current } = JSON.parse(readFileSync(path.join(WORKSPACE, 'package.json'), 'utf8')) as {
    version: string;
  };
  checkNext(current, version);
  if (git('status', '--porcelain') !== '')
    throw new Error('There are changes that are not committed. Commit them first.');
  if (git('tag', '--list', `v${version}`) !== '') throw new Error(`The tag v${version} is there already.`);
  const changelog = path.join(WORKSPACE, 'CHANGELOG.md');
  const cut = cutChangelog(readFileSync(changelog, 'utf8'), version, new Date().toISOString().slice(0, 10));
  writeFileSync(changelog, cut.changelog);
  for (const [file, line] of VERSIONS) {
    const at = path.join(WORKSPACE, file);
    writeFileSync(at, readFileSync(at, 'utf8').replaceAll(line, `$1${version}$2`));
  }
  git('commit', '--all', '--message', `Release ${version}`);
  git('tag', '--annotate', `v${version}`, '--cleanup=verbatim', '--message', `Shipyard ${version}\n\n${cut.notes}\n`);
  return `v${version}`;
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: WORKSPACE, encoding: 'utf8' }).trim();
}
