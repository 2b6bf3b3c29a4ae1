import { dataOf, ShipyardError } from '@shipyard/client';
import type { Command } from '../command';
import { signedIn } from '../connection/signed-in';
import { requireAction } from '../project/required-action';
import { readProjectConfig } from '../project/project-config';
import { requirePrompts } from '../terminal/require-prompts';

/** Asks where the parcel goes. An address is never a flag, because those stay in the history of the shell. */
export const run: Command = async (context) => {
  const { output, words } = context;
  const prompts = requirePrompts(context);
  const { slug } = await readProjectConfig(context);
  const { client } = await signedIn(context);
  // Nobody should type an address for nothing.
  await requireAction(client, slug, 'submit_shipment', context);
  const required = (value: string) => (value.trim() === '' ? words.ship.required : undefined);
  const recipient_name = await prompts.text({ message: words.ship.name, validate: required });
  const recipient_phone = await prompts.text({ message: words.ship.phone, validate: required });
  const recipient_address = await prompts.longText({
    message: words.ship.address,
    validate: required,
    confirm: words.ship.right,
  });
  if (!(await prompts.confirm(words.ship.confirm))) return output.tell(words.ship.notSent);
  const send = (guardian_confirmed: boolean) =>
    dataOf(
      client.POST('/api/v1/projects/{slug}/shipment', {
        params: { path: { slug } },
        body: { recipient_name, recipient_phone, recipient_address, guardian_confirmed },
      }),
    );
  const data = await send(false).catch(async (error: unknown) => {
    if (!(error instanceof ShipyardError) || error.error !== 'GUARDIAN_CONSENT_REQUIRED') throw error;
    if (!(await prompts.confirm(words.ship.guardian))) throw error;
    return send(true);
  });
  output.result(data, [words.ship.done]);
};
