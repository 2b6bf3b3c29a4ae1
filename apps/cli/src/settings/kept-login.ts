import { rm } from 'node:fs/promises';
import path from 'node:path';
import { readTextIfThere, writePrivateFile } from './config-folder';

export interface KeptLogin {
  /** The URL of the API that the token is for. It is sent nowhere else. */
  url: string;
  token: string;
}

export const loginFileIn = (configFolder: string): string => path.join(configFolder, 'login.json');

export async function readKeptLogin(configFolder: string): Promise<KeptLogin | null> {
  const text = await readTextIfThere(loginFileIn(configFolder));
  if (text === null) return null;
  try {
    const kept: unknown = JSON.parse(text);
    if (typeof kept !== 'object' || kept === null || !('url' in kept) || !('token' in kept)) return null;
    const { url, token } = kept;
    return typeof url === 'string' && URL.canParse(url) && typeof token === 'string' ? { url, token } : null;
  } catch {
    return null;
  }
}

export function keepLogin(configFolder: string, login: KeptLogin): Promise<void> {
  return writePrivateFile(loginFileIn(configFolder), `${JSON.stringify(login, null, 2)}\n`);
}

export function forgetLogin(configFolder: string): Promise<void> {
  return rm(loginFileIn(configFolder), { force: true });
}
