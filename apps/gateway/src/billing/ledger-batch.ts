import { uuidv7 } from '@shipyard/platform/ids';
import type { LedgerLine } from './charge';
import type { FundsReservation, PlannedBatch } from './funds-reservation';
import type { EstimateReason } from './loss-reason';

export interface PendingCharge {
  reservation: FundsReservation;
  heldNano: bigint;
  costNano: bigint;
  chargedNano: bigint;
  requestId: string;
  model: string;
  routeId: string;
  lines: LedgerLine[];
  supplierCostNano: bigint | null;
  estimateReason?: EstimateReason | undefined;
  /** If Postgres stays away, the request fails and is charged later. */
  isDelivered: boolean;
  isKept: boolean;
}

export interface QueuedCharge {
  charge: PendingCharge;
  resolve: (isCharged: boolean) => void;
  reject: (error: unknown) => void;
}

/** Plans what one batch writes for each reservation. */
export function planBatches(
  reservations: FundsReservation[],
  charges: QueuedCharge[],
): Map<FundsReservation, PlannedBatch> {
  const plans = new Map<FundsReservation, PlannedBatch>();
  for (const reservation of reservations) {
    if (reservation.isGone) continue;
    let endedNano = 0n;
    let chargedNano = 0n;
    let endedHolds = 0;
    for (const { charge } of charges) {
      if (charge.reservation !== reservation) continue;
      endedNano += charge.heldNano;
      chargedNano += charge.chargedNano;
      endedHolds += 1;
    }
    plans.set(reservation, reservation.planBatch(endedNano, chargedNano, endedHolds));
  }
  return plans;
}

/** The parameters of WRITE_BATCH. */
export function batchParameters(plans: Map<FundsReservation, PlannedBatch>, charges: QueuedCharge[]): unknown[] {
  const reservations = [...plans.keys()];
  const batches = [...plans.values()];
  return [
    reservations.map(({ id }) => id),
    batches.map(({ batchNumber }) => batchNumber),
    batches.map(({ targetNano }) => targetNano.toString()),
    batches.map(({ hasSurplus }) => hasSurplus),
    // One text, because pg escapes each element of an array separately.
    JSON.stringify(charges.map(({ charge }) => toSentCharge(charge))),
    [...new Set(reservations.map(({ customerId }) => customerId))],
  ];
}

function toSentCharge({
  reservation,
  requestId,
  model,
  routeId,
  lines,
  costNano,
  chargedNano,
  supplierCostNano,
  estimateReason,
}: PendingCharge) {
  return {
    block_id: reservation.id,
    request_id: requestId,
    model,
    route_id: routeId,
    lines,
    cost_nano: costNano.toString(),
    charged_nano: chargedNano.toString(),
    customer_row: uuidv7(),
    revenue_row: uuidv7(),
    supplier_cost_nano: supplierCostNano?.toString() ?? null,
    // JSON omits it if undefined.
    estimate_reason: estimateReason,
  };
}
