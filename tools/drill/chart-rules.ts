import { loadAll } from 'js-yaml';

/** What the rendered chart promises, beyond a valid form. */

interface Container {
  securityContext?: { readOnlyRootFilesystem?: boolean; allowPrivilegeEscalation?: boolean };
  env?: { name: string; value?: string }[];
}

interface Rendered {
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
  spec: {
    strategy?: { rollingUpdate?: { maxUnavailable?: number } };
    egress?: object[];
    template?: {
      spec: {
        enableServiceLinks?: boolean;
        automountServiceAccountToken?: boolean;
        securityContext?: { runAsNonRoot?: boolean };
        containers: Container[];
      };
    };
  };
}

const ANYWHERE = '0.0.0.0/0';
const SECRET = /KEY|PASSWORD|_URL$|TOKEN/;
const PUBLIC = ['SUBMISSION_PUBLIC_URL', 'GATEWAY_PUBLIC_URL', 'GATEWAY_URL', 'SHIPMENT_MASTER_KEYS_FILE'];

/** Returns one line for each broken promise. `submissionDatabase` is in no text but that of its own peers. */
export function brokenRules(rendered: string, submissionDatabase: string): string[] {
  const objects = loadAll(rendered) as Rendered[];
  return objects.filter(Boolean).flatMap((object) => {
    const name = `${object.kind} ${object.metadata.name}`;
    const broken =
      object.kind === 'NetworkPolicy'
        ? brokenByPolicy(object, submissionDatabase)
        : ['Deployment', 'Job'].includes(object.kind)
          ? brokenByPods(object)
          : [];
    return broken.map((problem) => `${name} ${problem}`);
  });
}

function brokenByPolicy({ metadata, spec }: Rendered, submissionDatabase: string): string[] {
  const component = metadata.labels?.['app.kubernetes.io/component'] ?? '';
  const leads = JSON.stringify(spec.egress ?? []);
  return [
    ...(component.includes('gateway') && leads.includes(submissionDatabase) ? ["reaches submission's database"] : []),
    ...(!/^(?:gateway|gateway-worker|submission-worker)$/.test(component) && leads.includes(ANYWHERE)
      ? ['leads outside']
      : []),
  ];
}

function brokenByPods({ kind, spec }: Rendered): string[] {
  const pod = spec.template?.spec;
  const isClosed = pod?.containers.every(
    ({ securityContext }) =>
      securityContext?.readOnlyRootFilesystem === true && securityContext.allowPrivilegeEscalation === false,
  );
  const plain = (pod?.containers ?? [])
    .flatMap(({ env = [] }) => env)
    .filter(({ name, value }) => value !== undefined && SECRET.test(name) && !PUBLIC.includes(name));
  return [
    ...(kind === 'Deployment' && spec.strategy?.rollingUpdate?.maxUnavailable !== 0 ? ['stops before it starts'] : []),
    ...(pod?.securityContext?.runAsNonRoot === true && isClosed ? [] : ['may do more than it needs']),
    // A Service named gateway would set GATEWAY_PORT.
    ...(pod?.enableServiceLinks === false ? [] : ['gets variables of Services']),
    ...(pod?.automountServiceAccountToken === false ? [] : ['gets a token']),
    ...plain.map(({ name }) => `shows ${name}`),
  ];
}
