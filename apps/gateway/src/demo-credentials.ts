import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isJsonObject } from '@shipyard/platform/json-object';

export interface DemoCredentials {
  gateway_admin_key: string;
  gateway_console: { email: string; password: string };
  enterprise_key: string;
  enterprise_key_text_only: string;
}

/** Throws a one-line error if the file is missing or incomplete. */
export async function readDemoCredentials(dataDir: string): Promise<DemoCredentials> {
  const file = path.resolve(dataDir, 'credentials.json');
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new Error(
      `DEMO is 1, but ${file} cannot be read (${error instanceof Error ? error.message : 'unknown'}): npm start writes it`,
    );
  }
  if (!isDemoCredentials(content)) {
    throw new Error(
      `${file} lacks gateway_admin_key, gateway_console, enterprise_key or enterprise_key_text_only: delete it and run npm start`,
    );
  }
  return content;
}

function isDemoCredentials(value: unknown): value is DemoCredentials {
  if (!isJsonObject(value) || !isJsonObject(value.gateway_console)) return false;
  const { email, password } = value.gateway_console;
  const texts = [value.gateway_admin_key, value.enterprise_key, value.enterprise_key_text_only, email, password];
  return texts.every((text) => typeof text === 'string' && text !== '');
}
