import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * `npm run sbom`: writes the services' dependencies to dist/sbom.cdx.json as CycloneDX. npm derives it from the lock,
 * with the version and hash of each package. Fails unless each direct dependency is in it at its pinned version.
 */

interface Sbom {
  bomFormat: string;
  components: { name: string; version: string; group?: string }[];
}

const workspace = path.join(__dirname, '..');
const file = path.join(workspace, 'dist', 'sbom.cdx.json');
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const text = execFileSync(
  npm,
  ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only', '--omit', 'dev'],
  {
    cwd: workspace,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
const { bomFormat, components } = JSON.parse(text) as Sbom;
const { dependencies } = JSON.parse(readFileSync(path.join(workspace, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};
const listed = new Set(components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`));
const missing = Object.entries(dependencies).flatMap(([name, version]) =>
  listed.has(`${name}@${version}`) ? [] : [`${name}@${version}`],
);
if (bomFormat !== 'CycloneDX' || missing.length > 0)
  throw new Error(`The SBOM is incomplete: ${bomFormat}, without ${missing.join(', ')}`);
mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, text);
process.stdout.write(`${components.length} packages in ${path.relative(workspace, file)}\n`);
