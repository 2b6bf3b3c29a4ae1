import { randomUUID } from 'node:crypto';
import { callApi, type JoinedStack } from '@shipyard/testing';
import { demoPeople, type Participant } from './participant';

export interface ShipmentInput {
  recipient_name: string;
  recipient_phone: string;
  recipient_address: string;
  recipient_country?: string;
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

/** Besides approved_to_ship, which takes a shipment, and shipment_submitted, which has one. */
export const STATES_WITHOUT_SHIPMENT = [
  'draft',
  'review_pending',
  'recommended',
  'changes_requested',
  'interviewing',
  'shipped',
  'rejected',
];

export function shippingParties(stack: JoinedStack) {
  const parties = demoPeople(stack);
  const projectIn = async (state: string, of: Participant = parties.owner): Promise<string> => {
    const slug = await of.createProject();
    await stack.query(
      'submission',
      `UPDATE projects SET state = $2, shipped_at = CASE $2 WHEN 'shipped' THEN now() END WHERE slug = $1`,
      [slug, state],
    );
    return slug;
  };
  return { ...parties, projectIn };
}

export type Submitted = { state: string; submitted_at: string };

/** The calls of a shipment, and the rows that they write. */
export function shipmentCalls(stack: JoinedStack) {
  const parties = shippingParties(stack);
  const { owner, fulfilment, as } = parties;
  const submit = (
    slug: string,
    json: object = RECIPIENT,
    by: Participant = owner,
    headers: Record<string, string> = {},
  ) => by.call<Submitted>('POST', `/projects/${slug}/shipment`, { json, headers });
  const refused = (slug: string, json: object = RECIPIENT, by: Participant = owner) =>
    by.refused('POST', `/projects/${slug}/shipment`, { json });
  const withdraw = (slug: string, by: Participant = owner) => by.refused('DELETE', `/projects/${slug}/shipment`);
  const read = (slug: string, by: Participant = fulfilment) =>
    by.call<StaffShipment>('GET', `/admin/projects/${slug}/shipment`);
  const idOf = (slug: string, by: Participant = owner) => by.projectId(slug);
  const rowsOf = async (slug: string) =>
    stack.query(
      'submission',
      'SELECT shipments.* FROM shipments JOIN projects ON projects.id = project_id WHERE slug = $1',
      [slug],
    );
  const auditOf = async (slug: string) =>
    stack.query(
      'submission',
      'SELECT actor, action, from_state, to_state, reason FROM audit_entries a JOIN projects p ON p.id = a.project_id WHERE slug = $1 ORDER BY a.id',
      [slug],
    );
  const consentsOf = (slug: string) =>
    stack.query(
      'submission',
      'SELECT consent.* FROM guardian_consents consent JOIN projects p ON p.id = project_id WHERE slug = $1',
      [slug],
    );
  const newcomer = async (fields: object = {}) => {
    const handle = `s-${randomUUID().slice(0, 20)}`;
    const json = { handle, display_name: 'A', email: `${handle}@example.com`, password: 'x'.repeat(10), ...fields };
    const { body } = await callApi<{ data: { token: string } }>(stack.credentials.submission_url, 'POST', '/accounts', {
      json,
    });
    return as(body.data.token);
  };
  return { ...parties, submit, refused, withdraw, read, idOf, rowsOf, auditOf, consentsOf, newcomer };
}
