import type { Command } from '../command';

/** The SDK is large, so it is loaded for this command alone. */
export const run: Command = async (context) => {
  const { serveAssistant } = await import('../assistant/serve-assistant');
  await serveAssistant(context);
};
