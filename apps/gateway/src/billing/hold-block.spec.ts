import fc from 'fast-check';
import { HoldBlock, type PlannedTurn } from './hold-block';

type Step =
  | { kind: 'take'; nano: number; spare: boolean }
  | { kind: 'hold'; nano: number }
  | { kind: 'release'; which: number }
  | { kind: 'turn'; which: number[]; cost: number; comesThrough: boolean }
  | { kind: 'end of the turn' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('take' as const), nano: fc.nat(1_000), spare: fc.boolean() }),
  fc.record({ kind: fc.constant('hold' as const), nano: fc.nat(300) }),
  fc.record({ kind: fc.constant('release' as const), which: fc.nat(9) }),
  fc.record({ kind: fc.constant('turn' as const), which: fc.array(fc.nat(9), { maxLength: 4 }), cost: fc.nat(400), comesThrough: fc.boolean() }),
  fc.constant({ kind: 'end of the turn' as const }),
);

/** The row on disk and the requests, counted apart from the block. */
class Model {
  row = 0n;
  taken = 0n;
  charged = 0n;
  returned = 0n;
  holds: bigint[] = [];
  turn: { planned: PlannedTurn; ended: bigint[]; charged: bigint; comesThrough: boolean } | undefined;
}

const sum = (values: bigint[]) => values.reduce((total, value) => total + value, 0n);

function apply(block: HoldBlock, model: Model, next: Step): void {
  switch (next.kind) {
    case 'take':
      // A block is never in a take and a turn at once.
      if (model.turn) return;
      model.row += BigInt(next.nano);
      model.taken += BigInt(next.nano);
      block.stored(model.row);
      block.spare = next.spare;
      return;
    case 'hold':
      if (block.tryHold(BigInt(next.nano))) model.holds.push(BigInt(next.nano));
      return;
    case 'release':
      for (const nano of model.holds.splice(next.which, 1)) block.release(nano);
      return;
    case 'turn': {
      if (model.turn || !block.isStored) return;
      const ended = next.which.flatMap((which) => model.holds.splice(which, 1));
      const charged = sum(ended.map((nano) => (nano < BigInt(next.cost) ? nano : BigInt(next.cost))));
      model.turn = { planned: block.planTurn(sum(ended), charged, ended.length), ended, charged, comesThrough: next.comesThrough };
      return;
    }
    case 'end of the turn':
      endTurn(block, model);
  }
}

function endTurn(block: HoldBlock, model: Model): void {
  if (!model.turn) return;
  const { planned, ended, charged, comesThrough } = model.turn;
  model.turn = undefined;
  if (comesThrough) {
    // What the statement does.
    model.returned += model.row - charged - planned.targetNano;
    model.charged += charged;
    model.row = planned.targetNano;
    block.turned(planned);
  } else {
    model.holds.push(...ended);
    block.notTurned();
  }
}

describe('the account of a block', () => {
  it('never promises more than is on disk, whatever comes in whatever order', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const block = new HoldBlock('block', 'customer', 'key', null, Infinity);
        const model = new Model();
        for (const next of steps) {
          apply(block, model, next);
          const open = sum(model.holds);
          const ending = sum(model.turn?.ended ?? []);
          expect(block.heldNano).toBe(open + ending);
          expect(block.openHolds).toBe(model.holds.length + (model.turn?.ended.length ?? 0));
          expect(block.freeNano).toBeGreaterThanOrEqual(0n);
          // Whether the turn under way comes through or not.
          expect(model.row - ending - open).toBeGreaterThanOrEqual(block.freeNano);
          if (model.turn) expect(model.turn.planned.targetNano - open).toBeGreaterThanOrEqual(block.freeNano);
        }
        endTurn(block, model);
        expect(model.taken).toBe(model.row + model.charged + model.returned);
        expect(block.amountNano).toBe(model.row);
        // In the end all of it goes back.
        for (const nano of model.holds) block.release(nano);
        block.spare = false;
        expect(block.planTurn(0n, 0n, 0).targetNano).toBe(0n);
      }),
      { numRuns: 2_000 },
    );
  });

  it('holds nothing, not even a request that costs nothing, before its row is there', () => {
    expect(new HoldBlock('block', 'customer', 'key', null, Infinity).tryHold(0n)).toBe(false);
  });
});
