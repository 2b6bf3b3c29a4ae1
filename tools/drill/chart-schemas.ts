import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { load, loadAll } from 'js-yaml';

/*
 * The schemas for kubeconform, out of Go modules: those of Kubernetes itself, of KEDA and of the Prometheus operator.
 * Usually kubeconform fetches them from a web site, which not every machine reaches.
 */

const KUBERNETES = 'k8s.io/kubernetes@v1.33.0';
const CUSTOM = [
  { module: 'github.com/kedacore/keda/v2@latest', folder: 'config/crd/bases' },
  { module: 'github.com/prometheus-operator/prometheus-operator@latest', folder: 'example/prometheus-operator-crd' },
];

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Schema = { [key: string]: Json };

const NUMBER_OR_TEXT: Schema = { type: ['string', 'integer', 'number'] };

interface Swagger {
  definitions: Record<string, Schema & { 'x-kubernetes-group-version-kind'?: Named[] }>;
}

interface Named {
  group: string;
  version: string;
  kind: string;
}

interface CustomResource {
  kind?: string;
  spec?: { group: string; names: { kind: string }; versions: { name: string; schema: { openAPIV3Schema: Schema } }[] };
}

/** Writes a file for each kind, and returns kubeconform's pattern of their names. */
export function writeChartSchemas(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const swagger = JSON.parse(
    readFileSync(path.join(moduleFolder(KUBERNETES), 'api/openapi-spec/swagger.json'), 'utf8'),
  ) as Swagger;
  for (const definition of Object.values(swagger.definitions))
    for (const named of definition['x-kubernetes-group-version-kind'] ?? [])
      write(folder, named, closed(definition, swagger, []));
  for (const { module, folder: where } of CUSTOM) {
    const crds = path.join(moduleFolder(module), where);
    for (const file of readdirSync(crds).filter((name) => name.endsWith('.yaml')))
      for (const { kind, spec } of loadAll(readFileSync(path.join(crds, file), 'utf8')) as CustomResource[])
        if (kind === 'CustomResourceDefinition' && spec)
          for (const version of spec.versions)
            write(
              folder,
              { group: spec.group, version: version.name, kind: spec.names.kind },
              closed(version.schema.openAPIV3Schema),
            );
  }
  return path.join(folder, '{{.Group}}-{{.ResourceAPIVersion}}-{{.ResourceKind}}.json');
}

function write(folder: string, { group, version, kind }: Named, schema: Json): void {
  // kubeconform calls the core group by its version.
  writeFileSync(path.join(folder, `${group || version}-${version}-${kind.toLowerCase()}.json`), JSON.stringify(schema));
}

/** The schema without references, which refuses properties that it does not name. */
function closed(schema: Json, swagger: Swagger = { definitions: {} }, above: readonly string[] = []): Json {
  if (Array.isArray(schema)) return schema.map((each) => closed(each, swagger, above));
  if (typeof schema !== 'object' || schema === null) return schema;
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.replace('#/definitions/', '');
    if (name.endsWith('.resource.Quantity')) return NUMBER_OR_TEXT;
    // A schema of schemas, as in a CustomResourceDefinition.
    if (above.includes(name)) return {};
    return closed(swagger.definitions[name] ?? {}, swagger, [...above, name]);
  }
  if (schema.format === 'int-or-string' || schema['x-kubernetes-int-or-string'] === true) return NUMBER_OR_TEXT;
  const inside = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value, swagger, above)]));
  const isOpen = 'additionalProperties' in schema || schema['x-kubernetes-preserve-unknown-fields'] === true;
  return 'properties' in schema && !isOpen ? { ...inside, additionalProperties: false } : inside;
}

function moduleFolder(module: string): string {
  const known = execFileSync('go', ['mod', 'download', '-json', module], {
    encoding: 'utf8',
    env: { ...process.env, GOFLAGS: '-mod=mod', GOSUMDB: 'off' },
  });
  return (load(known) as { Dir: string }).Dir;
}
