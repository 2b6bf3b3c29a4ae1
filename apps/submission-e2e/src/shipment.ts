import type { JoinedStack } from '@shipyard/testing';
import { Participant } from './participant';

export interface ShipmentInput {
  recipient_name: string;
  recipient_phone: string;
  recipient_address: string;
  guardian_confirmed?: boolean;
}

export interface StaffShipment {
  shipment: ShipmentInput & { guardian_confirmed: boolean; submitted_at: string };
}

export const RECIPIENT: ShipmentInput = {
  recipient_name: 'Nadia Orlova',
  recipient_phone: '+49 30 901820',
  recipient_address: 'Hauptstr. 1\n10827 Berlin',
};

export function shippingParties(stack: JoinedStack) {
  const {
    submission_url: url,
    program_id: programId,
    participant,
    other_participant,
    minor_participant,
    staff,
  } = stack.credentials;
  const acting = (token: string) => new Participant(url, token, programId);
  const parties = {
    owner: acting(participant.token),
    other: acting(other_participant.token),
    minor: acting(minor_participant.token),
    admin: acting(staff.admin),
    reviewer: acting(staff.reviewer),
    fulfilment: acting(staff.fulfilment),
  };
  const projectIn = async (state: string, of: Participant = parties.owner): Promise<string> => {
    const slug = await of.createProject();
    await stack.query(
      'submission',
      `UPDATE projects SET state = $2, shipped_at = CASE $2 WHEN 'shipped' THEN now() END WHERE slug = $1`,
      [slug, state],
    );
    return slug;
  };
  return { ...parties, acting, projectIn };
}
