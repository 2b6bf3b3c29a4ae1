import { composeFaults, composeServices, undocumentedVariables } from '@shipyard/testing';
import { readHttpConfig, readPrepareConfig, readWorkerConfig } from './config';

const PROCESSES = [
  ['submission', readHttpConfig],
  ['submission-worker', readWorkerConfig],
  ['prepare-submission', readPrepareConfig],
] as const;

describe('the configuration of the submission service', () => {
  it.each(PROCESSES)('%s: documents every variable in .env.example', (_, read) => {
    expect(undocumentedVariables(read)).toEqual([]);
  });

  it.each(PROCESSES)(
    '%s: reads exactly the variables that docker/compose.yaml passes to its container',
    (service, read) => {
      expect(composeFaults(service, read)).toEqual({ missing: [], unread: [] });
    },
  );

  it('passes the shipment keys only to the process that encrypts and decrypts recipients', () => {
    const holders = Object.entries(composeServices()).filter(([, { environment }]) =>
      /SHIPMENT_MASTER_KEYS/.test(JSON.stringify(environment ?? {})),
    );
    expect(holders.map(([name]) => name)).toEqual(['submission']);
  });

  it('shares no folder and no secret with the gateway', () => {
    const of = (pattern: RegExp) =>
      Object.entries(composeServices())
        .filter(([name]) => pattern.test(name))
        .map(([, service]) => service);
    const [submission, gateway] = [of(/submission/), of(/gateway/)];
    const folders = (services: typeof submission) =>
      new Set(services.flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0])));
    expect([...folders(submission)].filter((folder) => folders(gateway).has(folder))).toEqual([]);
    const secrets = (services: typeof submission) =>
      new Set(
        services.flatMap(({ environment = {} }) =>
          [...JSON.stringify(environment).matchAll(/\$\{(\w*(?:KEYS?|PASSWORD|SECRET))\b/g)].map(([, name]) => name),
        ),
      );
    expect([...secrets(submission)].filter((name) => secrets(gateway).has(name))).toEqual(['REDIS_PASSWORD']);
  });
});
