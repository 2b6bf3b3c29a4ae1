import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * `npm run sbom`: writes the services' dependencies to dist/sbom.cdx.json as CycloneDX. npm derives it from the lock,
 * with the version and hash of each package. Fails unless each direct dependency is in it at its pinned version.
 */

interface Sbom {
  bomFormat: string;
  components: {
    'bom-ref': string;
    name: string;
    version: string;
    group?: string;
    properties?: { name: string; value: string }[];
  }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

interface Lock {
  packages: Record<string, { version?: string; dev?: boolean }>;
}

const FOR_DEVELOPMENT = 'cdx:npm:package:development';

const workspace = path.join(__dirname, '..');
const file = path.join(workspace, 'dist', 'sbom.cdx.json');
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const text = execFileSync(
  npm,
  // Not with `--omit dev`, which also drops packages that both the services and the tools for development need.
  ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'],
  {
    cwd: workspace,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
const sbom = JSON.parse(text) as Sbom;
const lock = JSON.parse(readFileSync(path.join(workspace, 'package-lock.json'), 'utf8')) as Lock;
const shipped = new Set(
  Object.entries(lock.packages)
    .filter(([, { dev }]) => dev !== true)
    .map(([folder, { version }]) => `${folder.split('node_modules/').at(-1)}@${version}`),
);
const nameOf = ({ group, name, version }: Sbom['components'][number]) =>
  `${group ? `${group}/` : ''}${name}@${version}`;
const components = sbom.components
  .filter((component) => shipped.has(nameOf(component)))
  .map(({ properties, ...component }) => ({
    ...component,
    properties: properties?.filter(({ name }) => name !== FOR_DEVELOPMENT),
  }));
const omitted = new Set(sbom.components.map((component) => component['bom-ref']));
for (const component of components) omitted.delete(component['bom-ref']);
const edges = sbom.dependencies
  .filter(({ ref }) => !omitted.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => !omitted.has(each)) }));
const { dependencies } = JSON.parse(readFileSync(path.join(workspace, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};
const listed = new Set(components.map(nameOf));
const missing = Object.entries(dependencies).flatMap(([name, version]) =>
  listed.has(`${name}@${version}`) ? [] : [`${name}@${version}`],
);
if (sbom.bomFormat !== 'CycloneDX' || missing.length > 0)
  throw new Error(`The SBOM is incomplete: ${sbom.bomFormat}, without ${missing.join(', ')}`);
mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify({ ...sbom, components, dependencies: edges }, null, 2)}\n`);
process.stdout.write(`${components.length} packages in ${path.relative(workspace, file)}\n`);
