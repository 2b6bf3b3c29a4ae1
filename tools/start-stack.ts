import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { printStartFailure } from '@shipyard/platform/service-process';
import {
  type Credentials,
  listenForStopSignals,
  type Stack,
  startStack,
  untilAborted,
  withProgress,
} from '@shipyard/stack';
import { buildApps } from './build-app';

const report = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { stopping, forced } = listenForStopSignals();
  if (existsSync('.env')) process.loadEnvFile('.env');
  await withProgress('Building the services', report, buildAll);
  const stack = await startStack({
    environment: process.env,
    queue: 'auto',
    showcase: true,
    output: 'inherit',
    report,
    command: 'npm start',
    stopping,
  });
  try {
    report(describeStack(stack));
    report(describeWayIn(stack));
    report(
      `Ready: submission ${stack.addresses.submissionPublicUrl}, gateway ${stack.addresses.gatewayPublicUrl}; press Ctrl-C to stop`,
    );
    await untilAborted(stopping);
    report('Stopping');
  } finally {
    forced.addEventListener('abort', () => {
      for (const service of Object.values(stack.processes)) service.kill('SIGKILL');
    });
    await stack.stop();
  }
}

async function buildAll(): Promise<void> {
  try {
    await buildApps(['studio', 'submission', 'gateway']);
  } catch (error) {
    // A bundler says what is wrong below its first line, which is all that is printed of an error at the start.
    report(error instanceof Error ? error.message : String(error));
    throw new Error('The build failed. If a package was not found, run npm ci.', { cause: error });
  }
}

function describeStack(stack: Stack): string {
  const { addresses, credentials, dataDir, postgres, redis } = stack;
  const metrics = ['submission', 'submission worker', 'gateway', 'gateway worker'].map((name, offset) => {
    return `${name} ${Number(addresses.metricsPort) + offset}`;
  });
  const lines = [
    '',
    ...describePages(stack),
    '',
    `Submission   ${addresses.submissionUrl}/api/v1`,
    `Gateway      ${addresses.gatewayUrl}`,
    `Metrics      ports ${metrics.join(', ')}, each at /metrics`,
    `Data         ${dataDir}${postgres ? ', with an embedded Postgres' : ''}${redis ? ' and Redis' : ''}`,
    `Mail         ${process.env.SMTP_URL?.trim() ? 'is sent by the server in SMTP_URL' : `is written to ${path.join(dataDir, 'mail')}`}`,
  ];
  return [...lines, ...(credentials ? [...describeCredentials(credentials), '', tour(credentials)] : []), ''].join(
    '\n',
  );
}

/** First, because most people want to look before they read. */
function describePages({ addresses: { submissionPublicUrl: url }, credentials, dataDir }: Stack): string[] {
  return [
    `Projects     ${url}/`,
    `Studio       ${url}/studio`,
    ...(credentials ? describeSignIn(url, credentials, dataDir) : [`Sign in      ${url}/login`]),
    ...(credentials ? [`Style guide  ${url}/styleguide`] : []),
    `Reference    ${url}/api/v1/reference`,
  ];
}

const describeSignIn = (url: string, { participant }: Credentials, dataDir: string): string[] => [
  `Sign in      ${url}/login as ${participant.email}. The password is in ${path.join(dataDir, 'credentials.json')}, under participant.`,
  '             The makers of the other projects have the same password, and HANDLE@example.com as their email.',
];

/** Repeats the pages at the end, because what comes between fills more than a screen. */
function describeWayIn({ addresses: { submissionPublicUrl: url }, credentials, dataDir }: Stack): string {
  const person = credentials
    ? ` as ${credentials.participant.email} with the password of participant in ${path.join(dataDir, 'credentials.json')}`
    : '';
  return `See the projects at ${url}/, or sign in to the studio at ${url}/login${person}`;
}

function describeCredentials(credentials: Credentials): string[] {
  const { participant, other_participant, minor_participant, staff, staff_logins, gateway_console } = credentials;
  const people = { participant, other_participant, minor_participant };
  return [
    '',
    `Demo program ${credentials.program_id}`,
    ...Object.entries(people).map(
      ([name, { handle, email, password, token }]) => `${name}: ${handle} ${email} ${password} ${token}`,
    ),
    ...(['admin', 'reviewer', 'fulfilment'] as const).map(
      (role) => `staff ${role}: ${staff_logins[role].email} ${staff_logins[role].password} ${staff[role]}`,
    ),
    `gateway_admin_key: ${credentials.gateway_admin_key}`,
    `gateway_console: ${gateway_console.email} ${gateway_console.password}`,
    `enterprise_key: ${credentials.enterprise_key}`,
    `enterprise_key_text_only: ${credentials.enterprise_key_text_only}`,
  ];
}

/** Replaces the first paragraph of examples/tour/tour.sh by current values. */
function tour(credentials: Credentials): string {
  const script = readFileSync(path.join(__dirname, '../examples/tour/tour.sh'), 'utf8');
  return [
    'A tour: paste these lines into a shell in this folder',
    '',
    `SUBMISSION=${credentials.submission_url}`,
    `GATEWAY=${credentials.gateway_url}`,
    `TOKEN=${credentials.participant.token}`,
    `PROGRAM=${credentials.program_id}`,
    `KEY=${credentials.enterprise_key}`,
    `ADMIN=${credentials.gateway_admin_key}`,
    script.slice(script.indexOf('\n\n') + 2).trimEnd(),
  ].join('\n');
}

main().catch((error: unknown) => {
  printStartFailure(error);
  process.exitCode = 1;
});
