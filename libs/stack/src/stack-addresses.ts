import { ConfigError } from '@shipyard/platform/config';
import { findListenFault, pickFreePort } from './processes/free-ports';
import type { StackConfig } from './stack-config';

export interface StackAddresses {
  submissionPort: number;
  gatewayPort: number;
  submissionUrl: string;
  gatewayUrl: string;
  submissionPublicUrl: string;
  gatewayPublicUrl: string;
  metricsPort: number | null;
}

export async function chooseAddresses(config: StackConfig, metrics: 'always' | 'when set'): Promise<StackAddresses> {
  const spare = await pickFreePort(6);
  const submissionPort = config.SUBMISSION_PORT || spare;
  const gatewayPort = config.GATEWAY_PORT || spare + 1;
  const submissionUrl = localUrl(config.HOST, submissionPort);
  const gatewayUrl = localUrl(config.HOST, gatewayPort);
  return {
    submissionPort,
    gatewayPort,
    submissionUrl,
    gatewayUrl,
    submissionPublicUrl: config.SUBMISSION_PUBLIC_URL ?? submissionUrl,
    gatewayPublicUrl: config.GATEWAY_PUBLIC_URL ?? gatewayUrl,
    metricsPort: config.METRICS_PORT ?? (metrics === 'always' ? spare + 2 : null),
  };
}

export async function assertPortsFree(host: string, ports: Record<string, number>): Promise<void> {
  const problems: string[] = [];
  for (const [variable, port] of Object.entries(ports)) {
    const fault = await findListenFault(port, host);
    if (fault === 'EADDRINUSE')
      problems.push(`${variable}: port ${port} on ${host} is in use: free it, or set another port`);
    else if (fault !== null)
      problems.push(`${variable}: cannot listen on port ${port} of ${host} (${fault}): set another port or HOST`);
  }
  if (problems.length > 0) throw new ConfigError(problems);
}

function localUrl(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`;
  return host.includes(':') ? `http://[${host}]:${port}` : `http://${host}:${port}`;
}
