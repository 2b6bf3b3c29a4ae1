import fc from 'fast-check';
import { FundsReservation, type PlannedBatch } from './funds-reservation';

type Step =
  | { kind: 'grow'; nano: number; hasSurplus: boolean }
  | { kind: 'hold'; nano: number }
  | { kind: 'release'; which: number }
  | { kind: 'batch'; which: number[]; cost: number; comesThrough: boolean }
  | { kind: 'end of the batch' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('grow' as const), nano: fc.nat(1_000), hasSurplus: fc.boolean() }),
  fc.record({ kind: fc.constant('hold' as const), nano: fc.nat(300) }),
  fc.record({ kind: fc.constant('release' as const), which: fc.nat(9) }),
  fc.record({
    kind: fc.constant('batch' as const),
    which: fc.array(fc.nat(9), { maxLength: 4 }),
    cost: fc.nat(400),
    comesThrough: fc.boolean(),
  }),
  fc.constant({ kind: 'end of the batch' as const }),
);

/** The row on disk and the requests, counted independently of the reservation. */
class Model {
  row = 0n;
  taken = 0n;
  charged = 0n;
  returned = 0n;
  holds: bigint[] = [];
  batch: { planned: PlannedBatch; ended: bigint[]; charged: bigint; comesThrough: boolean } | undefined;
}

const sum = (values: bigint[]) => values.reduce((total, value) => total + value, 0n);

function apply(reservation: FundsReservation, model: Model, next: Step): void {
  switch (next.kind) {
    case 'grow':
      // A reservation never grows while a batch is under way.
      if (model.batch) return;
      model.row += BigInt(next.nano);
      model.taken += BigInt(next.nano);
      reservation.loadStored(model.row);
      reservation.hasSurplus = next.hasSurplus;
      return;
    case 'hold':
      if (reservation.tryHold(BigInt(next.nano))) model.holds.push(BigInt(next.nano));
      return;
    case 'release':
      for (const nano of model.holds.splice(next.which, 1)) reservation.release(nano);
      return;
    case 'batch': {
      if (model.batch || !reservation.isStored) return;
      const ended = next.which.flatMap((which) => model.holds.splice(which, 1));
      const charged = sum(ended.map((nano) => (nano < BigInt(next.cost) ? nano : BigInt(next.cost))));
      model.batch = {
        planned: reservation.planBatch(sum(ended), charged, ended.length),
        ended,
        charged,
        comesThrough: next.comesThrough,
      };
      return;
    }
    case 'end of the batch':
      endBatch(reservation, model);
  }
}

function endBatch(reservation: FundsReservation, model: Model): void {
  if (!model.batch) return;
  const { planned, ended, charged, comesThrough } = model.batch;
  model.batch = undefined;
  if (comesThrough) {
    model.returned += model.row - charged - planned.targetNano;
    model.charged += charged;
    model.row = planned.targetNano;
    reservation.batchCommitted(planned);
  } else {
    model.holds.push(...ended);
    reservation.batchFailed();
  }
}

describe('a funds reservation', () => {
  it('never promises more than its row has, in any order of events', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const reservation = new FundsReservation('block', 'customer', 'key', null, Infinity);
        const model = new Model();
        for (const next of steps) {
          apply(reservation, model, next);
          const open = sum(model.holds);
          const ending = sum(model.batch?.ended ?? []);
          expect(reservation.heldNano).toBe(open + ending);
          expect(reservation.openHolds).toBe(model.holds.length + (model.batch?.ended.length ?? 0));
          expect(reservation.freeNano).toBeGreaterThanOrEqual(0n);
          // Holds whether or not the current batch is committed.
          expect(model.row - ending - open).toBeGreaterThanOrEqual(reservation.freeNano);
          if (model.batch) expect(model.batch.planned.targetNano - open).toBeGreaterThanOrEqual(reservation.freeNano);
        }
        endBatch(reservation, model);
        expect(model.taken).toBe(model.row + model.charged + model.returned);
        expect(reservation.amountNano).toBe(model.row);
        for (const nano of model.holds) reservation.release(nano);
        reservation.hasSurplus = false;
        expect(reservation.planBatch(0n, 0n, 0).targetNano).toBe(0n);
      }),
      { numRuns: 2_000 },
    );
  });

  it('holds nothing before its row exists, not even a free request', () => {
    expect(new FundsReservation('block', 'customer', 'key', null, Infinity).tryHold(0n)).toBe(false);
  });
});
