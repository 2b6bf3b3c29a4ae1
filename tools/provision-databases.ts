import { address, readConfig } from '@shipyard/platform/config';
import { printStartFailure } from '@shipyard/platform/service-process';
import { provisionDatabases, serviceDatabases } from '@shipyard/stack';

/** Creates roles and schemas on your own server, as `npm start` does on the embedded one. Safe to repeat. */

async function main(): Promise<void> {
  const server = address(['postgres', 'postgresql']);
  const config = readConfig(process.env, {
    DATABASE_URL: server,
    SUBMISSION_DATABASE_URL: server,
    GATEWAY_DATABASE_URL: server,
    SUBMISSION_OWNER_DATABASE_URL: server,
    GATEWAY_OWNER_DATABASE_URL: server,
  });
  const passwordOf = (url: string) => decodeURIComponent(new URL(url).password);
  const databases = serviceDatabases({
    submission: {
      owner: passwordOf(config.SUBMISSION_OWNER_DATABASE_URL),
      serving: passwordOf(config.SUBMISSION_DATABASE_URL),
    },
    gateway: { owner: passwordOf(config.GATEWAY_OWNER_DATABASE_URL), serving: passwordOf(config.GATEWAY_DATABASE_URL) },
  });
  await provisionDatabases(
    config.DATABASE_URL,
    Object.values(databases),
    (line) => void process.stdout.write(`${line}\n`),
  );
}

main().catch((error: unknown) => {
  printStartFailure(error);
  process.exitCode = 1;
});
