import type { EntityManager } from 'typeorm';
import type { Agreement } from '../accounts';

/** Covers the next parcel of the project: the one that no parcel was sent after. */
export async function agreeToShipment(manager: EntityManager, projectId: string, accountId: string): Promise<void> {
  await manager.query(
    `INSERT INTO shipment_agreements (project_id, account_id) VALUES ($1, $2)
     ON CONFLICT (project_id) DO UPDATE SET account_id = excluded.account_id, agreed_at = now()`,
    [projectId, accountId],
  );
}

/** With the general agreement of a guardian end those to parcels. */
export async function endShipmentAgreements(manager: EntityManager, accountId: string): Promise<void> {
  await manager.query('DELETE FROM shipment_agreements WHERE account_id = $1', [accountId]);
}

/** It ends with the parcel that it was for. */
export async function isShipmentAgreed(
  manager: EntityManager,
  projectId: string,
  { coversShipments }: Pick<Agreement, 'coversShipments'>,
): Promise<boolean> {
  if (coversShipments) return true;
  const agreed = await manager.query<unknown[]>(
    `SELECT FROM shipment_agreements agreement WHERE project_id = $1
       AND NOT EXISTS (SELECT FROM parcels WHERE parcels.project_id = agreement.project_id AND parcels.shipped_at > agreement.agreed_at)`,
    [projectId],
  );
  return agreed.length > 0;
}
