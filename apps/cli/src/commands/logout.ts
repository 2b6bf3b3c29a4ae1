import type { Command } from '../command';
import { forgetLogin, readKeptLogin } from '../settings/kept-login';

export const run: Command = async ({ configFolder, environment, output, words }) => {
  // A file that cannot be read is forgotten too.
  const kept = await readKeptLogin(configFolder).catch(() => null);
  await forgetLogin(configFolder);
  if (environment.SHIPYARD_TOKEN) output.tell(words.login.environmentWins);
  output.done([kept === null ? words.logout.nothing : words.logout.done(new URL(kept.url).origin)]);
};
