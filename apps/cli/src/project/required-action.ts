import { dataOf, type ShipyardClient } from '@shipyard/client';
import type { CommandContext } from '../command';
import { CliFailure, EXIT } from '../failure';

/** How the service would refuse each. */
const REFUSALS = {
  start_interview: 'INTERVIEW_NOT_AVAILABLE',
  submit_shipment: 'SHIPMENT_NOT_ALLOWED',
} as const;

/** Refuses before anything is asked what the service would refuse afterwards. */
export async function requireAction(
  client: ShipyardClient,
  slug: string,
  action: keyof typeof REFUSALS,
  { words }: Pick<CommandContext, 'words'>,
): Promise<void> {
  const { state, allowed } = await dataOf(client.GET('/api/v1/projects/{slug}/status', { params: { path: { slug } } }));
  if (allowed.some((each) => each === action)) return;
  const error = REFUSALS[action];
  const details = { state };
  const told = words.errors[error];
  const message = typeof told === 'function' ? told(details) : (told ?? error);
  throw new CliFailure({ exit: EXIT.state, error, message, details });
}
