import { isDatabaseUnavailable, type Logger, outlastOutage, uuidv7 } from '@shipyard/platform';
import type { PreparedStatements } from '../database/prepared-statements';
import { MOST_NANO } from '../money';
import { insufficientQuota } from './billing.errors';
import { CLOSE_BLOCKS, READ_BLOCKS, TAKE, TURN } from './block-statements';
import type { LedgerLine } from './charge';
import type { EstimateReason } from './loss-reason';
import type { HoldBlock, PlannedTurn } from './hold-block';
import { KeptCharges } from './kept-charges';

/** For how long a turn is tried while Postgres is away: a restart of it passes unseen. */
const TURN_FOR_MS = 5_000;
/** For how long a request waits for spare money that other blocks were told to give back, and how often it looks. */
const RECALLED_WITHIN_MS = 2_000;
const LOOK_AGAIN_MS = 20;
/** How often it is tried to write what is kept while Postgres is away. */
const RECOVER_EVERY_MS = 1_000;
const CHARGES_A_TURN = 500;
/** A block takes what so many requests would hold beyond what is needed, if that is no more than 1/64 of what there is, and at least so few. */
const SPARE_REQUESTS = 2_048n;
const SPARE_WORTH_REQUESTS = 16n;

/** A charge on its way to the ledger. */
export interface LaneCharge {
  block: HoldBlock;
  heldNano: bigint;
  costNano: bigint;
  /** The cost, as far as the request's hold covers it. */
  chargedNano: bigint;
  requestId: string;
  model: string;
  routeId: string;
  lines: LedgerLine[];
  supplierCostNano: bigint | null;
  /** Why a charge is an estimate. */
  estimateReason?: EstimateReason | undefined;
  /** The customer has had it: where Postgres stays away, its request fails, and it is charged when Postgres is back. */
  isDelivered: boolean;
  /** Its request has failed, and the lane has it still. */
  isKept: boolean;
}

interface Waiter {
  costNano: bigint;
  waitsSince: number;
  resolve: (isHeld: boolean) => void;
  reject: (error: unknown) => void;
}

interface Queued {
  charge: LaneCharge;
  resolve: (isCharged: boolean) => void;
  reject: (error: unknown) => void;
}
type Found = { id: string; recalled: boolean }[];

/**
 * Writes what the blocks of some customers need written, one statement after the other: while one is on its way to the disk, the next
 * batch gathers. So a block is never at work in two statements, and a commit is shared by all who wait for it.
 */
export class BillingLane {
  private readonly charges: Queued[] = [];
  private readonly owing = new Set<HoldBlock>();
  private readonly waiting = new Map<HoldBlock, Waiter[]>();
  /** Blocks whose requests wait for money of other blocks. */
  private readonly looking = new Set<HoldBlock>();
  private running: Promise<void> | undefined;
  private readonly kept: KeptCharges;
  private recovery: NodeJS.Timeout | undefined;
  private isRecoveryDue = false;

  /** `onLate` hears what became of a charge that was kept: it is on disk, or its block was gone. */
  constructor(
    private readonly statements: Pick<PreparedStatements, 'query'>,
    private readonly processId: string,
    private readonly logger: Logger,
    onLate: (charge: LaneCharge, isCharged: boolean) => void,
  ) {
    this.kept = new KeptCharges(statements, logger, onLate);
  }

  /**
   * Whether the charge was written; false: the block is gone. Throws when it is not known, or when the charge cannot be written. A charge that is kept is
   * the lane's from then on, and so is its hold.
   */
  charge(charge: LaneCharge): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.charges.push({ charge, resolve, reject });
      this.wake();
    });
  }

  /** Takes more money into the block. False: the block is gone, and another must be asked. Throws insufficient_quota. */
  hold(block: HoldBlock, costNano: bigint): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.waitersOf(block).push({ costNano, waitsSince: performance.now(), resolve, reject });
      this.wake();
    });
  }

  /** Takes spare money before it is needed. */
  topUp(block: HoldBlock): void {
    this.waitersOf(block);
    this.wake();
  }

  isTaking(block: HoldBlock): boolean {
    return this.waiting.has(block);
  }

  /** Writes that the block has what its requests hold, and no more. */
  giveBack(block: HoldBlock): void {
    this.owing.add(block);
    this.wake();
  }

  /** Resolves when nothing is left to write, but for requests that wait for money. */
  async idle(): Promise<void> {
    while (this.running) await this.running;
  }

  /** Writes what is left, and gives up on kept charges after `forMs`. */
  async end(forMs: number): Promise<void> {
    const deadline = performance.now() + forMs;
    await this.idle();
    while (this.kept.size > 0 && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      await this.idle();
    }
    clearTimeout(this.recovery);
    this.kept.lose();
  }

  /** Removes the rows of blocks that are gone: empty, and to be used no more. */
  async close(blocks: HoldBlock[]): Promise<void> {
    await this.statements.query(CLOSE_BLOCKS, [blocks.map(({ id }) => id)]);
  }

  private waitersOf(block: HoldBlock): Waiter[] {
    const waiters = this.waiting.get(block) ?? [];
    this.waiting.set(block, waiters);
    return waiters;
  }

  private wake(): void {
    this.running ??= this.run().finally(() => {
      this.running = undefined;
      if (this.hasWork()) this.wake();
    });
  }

  private hasWork(): boolean {
    return this.charges.length > 0 || this.owing.size > 0 || this.isRecoveryDue || this.waiting.size > this.looking.size;
  }

  private async run(): Promise<void> {
    while (this.hasWork()) {
      // What comes in the same moment goes together.
      await new Promise(setImmediate);
      if (this.charges.length > 0 || this.owing.size > 0 || this.isRecoveryDue) await this.turnAll();
      for (const [block, waiters] of [...this.waiting]) {
        if (!this.looking.has(block)) await this.take(block, waiters.splice(0));
      }
    }
  }

  private async turnAll(): Promise<void> {
    const charges = this.charges.splice(0, CHARGES_A_TURN);
    const blocks = new Set(this.owing);
    for (const { charge } of charges) blocks.add(charge.block);
    this.owing.clear();
    this.isRecoveryDue = false;
    await this.turn([...blocks], charges);
  }

  private async turn(blocks: HoldBlock[], charges: Queued[]): Promise<void> {
    let plans: Map<HoldBlock, PlannedTurn> | undefined;
    try {
      const send = async () => {
        if (!plans) {
          await this.recover();
          await this.readDoubtful(blocks);
          plans = planTurns(blocks, charges);
        }
        return plans.size === 0 ? [] : this.statements.query<Found[number]>(TURN, turnParameters(plans, charges));
      };
      const message = 'The outcome of a turn of holds is unknown, and it will be tried again';
      const forMs = blocks.length > 0 ? TURN_FOR_MS : 0;
      const found = await outlastOutage(send, { forMs, message, logger: this.logger, isPassing });
      if (plans) this.turned(plans, found);
      for (const { charge, resolve } of charges) resolve(!charge.block.isGone);
    } catch (error) {
      for (const block of plans?.keys() ?? []) block.notTurned();
      await this.failed(blocks, charges, error);
      this.recoverLater();
    }
  }

  private recoverLater(): void {
    if (this.kept.size === 0 || this.recovery) return;
    this.recovery = setTimeout(() => {
      this.recovery = undefined;
      this.isRecoveryDue = true;
      this.wake();
    }, RECOVER_EVERY_MS);
  }

  /** Finds out which kept charges came through. The others are charged in the next turn, from the holds that are open for them. */
  private async recover(): Promise<void> {
    if (this.kept.size === 0) return;
    await this.readDoubtful([...this.kept.blocks]);
    for (const charge of await this.kept.recover()) {
      const resolve = (isCharged: boolean) => this.kept.end(charge, isCharged);
      this.charges.push({ charge, resolve, reject: (error) => this.kept.fail(charge, error) });
    }
  }

  private turned(plans: Map<HoldBlock, PlannedTurn>, found: Found): void {
    const recalled = new Map(found.map((row) => [row.id, row.recalled]));
    for (const [block, planned] of plans) {
      if (!recalled.has(block.id)) {
        block.isGone = true;
        continue;
      }
      block.turned(planned);
      const isCalledBack = block.spare && recalled.get(block.id) === true;
      if (isCalledBack) block.spare = false;
      // Even where it has nothing to give back: others wait for as long as its row says that it has spare money.
      if (isCalledBack || block.owesNano > 0n) this.owing.add(block);
    }
  }

  /** Where one charge is at fault, the others are written without it. Where Postgres is away, nobody knows what came through. */
  private async failed(blocks: HoldBlock[], charges: Queued[], error: unknown): Promise<void> {
    if (charges.length > 1 && !isPassing(error)) {
      for (const queued of charges) await this.turn([queued.charge.block], [queued]);
      return;
    }
    if (blocks.length > 0 && (isPassing(error) || charges.length === 0)) {
      for (const block of blocks) block.isDoubtful = true;
      this.logger.warn({ err: error }, 'The outcome of a turn of holds is unknown, and will be looked up');
    }
    for (const { charge, reject } of charges) {
      const wasKept = charge.isKept;
      const isKept = isPassing(error) && this.kept.add(charge);
      if (!wasKept || !isKept) reject(error);
    }
  }

  private async readDoubtful(blocks: HoldBlock[]): Promise<void> {
    const doubtful = blocks.filter(({ isDoubtful, isGone }) => isDoubtful && !isGone);
    if (doubtful.length === 0) return;
    const rows = await this.statements.query<{ id: string; amount: string; turn: string }>(READ_BLOCKS, [
      doubtful.map(({ id }) => id),
      doubtful.map(({ turn }) => turn + 1),
    ]);
    for (const block of doubtful) {
      const row = rows.find(({ id }) => id === block.id);
      if (row) block.stored(BigInt(row.amount), Number(row.turn));
      else block.isGone = true;
      // Nobody takes from it any more: it only ends what it has begun.
      block.spare = false;
      block.isRetired = true;
    }
  }

  private async take(block: HoldBlock, waiters: Waiter[]): Promise<void> {
    if (block.isGone || block.isDoubtful) {
      this.settleWaiters(block, waiters, (waiter) => waiter.resolve(false));
      return;
    }
    try {
      const [row] = await this.statements.query<TakeRow>(TAKE, this.takeParameters(block, waiters));
      if (!row) {
        block.isGone = true;
        this.settleWaiters(block, waiters, (waiter) => waiter.resolve(false));
        return;
      }
      this.took(block, waiters, row);
    } catch (error) {
      if (isDeadlock(error) && waiters.every(({ waitsSince }) => performance.now() - waitsSince < TURN_FOR_MS)) {
        // Postgres undid all of it, so that it can be asked again.
        this.settleWaiters(block, [], () => undefined, waiters);
        return;
      }
      block.isDoubtful = block.isStored || isPassing(error);
      this.settleWaiters(block, waiters, (waiter) => waiter.reject(error));
    }
  }

  private took(block: HoldBlock, waiters: Waiter[], row: TakeRow): void {
    const wasSpare = block.spare;
    if (row.amount !== null) block.stored(BigInt(row.amount));
    block.spare = BigInt(row.spare) > 0n;
    block.reserveNano = BigInt(row.spare);
    const left = waiters.filter((waiter) => {
      if (!block.tryHold(waiter.costNano)) return true;
      waiter.resolve(true);
      return false;
    });
    // What was spare and no longer is goes back, so that others find it.
    if (block.isStored && (wasSpare || block.owesNano > 0n) && !block.spare) this.owing.add(block);
    const free = BigInt(row.free);
    const stillWaiting = left.filter((waiter) => {
      const mayCome = waiter.costNano <= free || (row.isElsewhere && performance.now() - waiter.waitsSince < RECALLED_WITHIN_MS);
      if (!mayCome) waiter.reject(insufficientQuota());
      return mayCome;
    });
    this.settleWaiters(block, [], () => undefined, stillWaiting);
    if (row.isElsewhere && stillWaiting.length > 0) this.lookAgain(block);
  }

  private lookAgain(block: HoldBlock): void {
    this.looking.add(block);
    setTimeout(() => {
      this.looking.delete(block);
      this.wake();
    }, LOOK_AGAIN_MS);
  }

  /** Ends the wait of some, keeps that of others, in the order in which they came. */
  private settleWaiters(block: HoldBlock, ended: Waiter[], end: (waiter: Waiter) => void, kept: Waiter[] = []): void {
    const waiters = [...kept, ...(this.waiting.get(block) ?? [])];
    if (waiters.length > 0) this.waiting.set(block, waiters);
    else this.waiting.delete(block);
    ended.forEach(end);
  }

  private takeParameters(block: HoldBlock, waiters: Waiter[]): unknown[] {
    let sumNano = -(block.freeNano > 0n ? block.freeNano : 0n);
    const needs = waiters.map(({ costNano }) => {
      if (costNano > block.largestNano) block.largestNano = costNano;
      sumNano += costNano;
      return asked(sumNano);
    });
    return [
      block.id,
      this.processId,
      block.customerId,
      block.keyId,
      block.windowStartsAt,
      needs.length > 0 ? needs : ['0'],
      asked(block.largestNano * SPARE_REQUESTS),
      // At least one nano, or a free model would have spare blocks of nothing.
      asked(block.largestNano * SPARE_WORTH_REQUESTS + 1n),
      !block.isStored,
    ];
  }
}

interface TakeRow {
  amount: string | null;
  spare: string;
  free: string;
  isElsewhere: boolean;
}

/** Nobody has more than Postgres counts, so to ask for that much of a sum above it comes to the same. */
function asked(nano: bigint): string {
  if (nano < 0n) return '0';
  return (nano < MOST_NANO ? nano : MOST_NANO).toString();
}

const DEADLOCK = '40P01';
const isDeadlock = (error: unknown) => error instanceof Error && 'code' in error && error.code === DEADLOCK;
const isPassing = (error: unknown) => isDatabaseUnavailable(error) || isDeadlock(error);

function planTurns(blocks: HoldBlock[], charges: Queued[]): Map<HoldBlock, PlannedTurn> {
  const plans = new Map<HoldBlock, PlannedTurn>();
  for (const block of blocks) {
    if (block.isGone) continue;
    let endedNano = 0n;
    let chargedNano = 0n;
    let endedHolds = 0;
    for (const { charge } of charges) {
      if (charge.block !== block) continue;
      endedNano += charge.heldNano;
      chargedNano += charge.chargedNano;
      endedHolds += 1;
    }
    plans.set(block, block.planTurn(endedNano, chargedNano, endedHolds));
  }
  return plans;
}

function turnParameters(plans: Map<HoldBlock, PlannedTurn>, charges: Queued[]): unknown[] {
  const blocks = [...plans.keys()];
  const turns = [...plans.values()];
  return [
    blocks.map(({ id }) => id),
    turns.map(({ turn }) => turn),
    turns.map(({ targetNano }) => targetNano.toString()),
    turns.map(({ spare }) => spare),
    // As one text: pg escapes each element of an array for itself.
    JSON.stringify(charges.map(({ charge }) => toSentCharge(charge))),
    [...new Set(blocks.map(({ customerId }) => customerId))],
  ];
}

/** As TURN reads it. */
function toSentCharge({ block, requestId, model, routeId, lines, costNano, chargedNano, supplierCostNano, estimateReason }: LaneCharge) {
  return {
    block_id: block.id,
    request_id: requestId,
    model,
    route_id: routeId,
    lines,
    cost_nano: costNano.toString(),
    charged_nano: chargedNano.toString(),
    customer_row: uuidv7(),
    revenue_row: uuidv7(),
    supplier_cost_nano: supplierCostNano?.toString() ?? null,
    // Left out of the JSON where there is none.
    estimate_reason: estimateReason,
  };
}
