import { chartFaults, composeFaults, composeServices, undocumentedVariables } from '@shipyard/testing';
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

  it.each(PROCESSES)('%s: reads exactly the variables that the chart passes to its pods', (process, read) => {
    expect(chartFaults(process, read)).toEqual({ missing: [], unread: [] });
  });

  it.each([
    { given: {}, address: 'no-reply@yard.example' },
    { given: { MAIL_FROM: 'Yard <ada@example.org>' }, address: 'ada@example.org' },
    { given: { SMTP_URL: '' }, address: 'shipyard@localhost' },
    { given: { SUBMISSION_PUBLIC_URL: '' }, address: 'no-reply@localhost' },
  ])('sends mail from $address with $given', ({ given, address }) => {
    const { MAIL_FROM } = readWorkerConfig({
      SUBMISSION_DATABASE_URL: 'postgres://localhost/yard',
      GATEWAY_URL: 'http://localhost:4000',
      REVIEW_GATEWAY_KEY: 'gwk_a',
      REVIEW_MODEL: 'a-model',
      URL_SIGNING_KEYS: `a:${Buffer.alloc(32).toString('base64')}`,
      SMTP_URL: 'smtp://localhost',
      SUBMISSION_PUBLIC_URL: 'https://yard.example',
      ...given,
    });
    expect(MAIL_FROM.address).toBe(address);
  });

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
