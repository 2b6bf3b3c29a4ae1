import { violatedConstraint } from '@shipyard/platform/database';
import type { Logger } from '@shipyard/platform/logger';
import type { PreparedStatements } from '../database/prepared-statements';
import { keptLosses } from './billing.metrics';
import { WRITE_OFF } from './reservation-statements';
import { isPoison } from './write-failure';

/** About 1 KiB each. */
const MOST = 5_000;
const REFUSED = 'A loss was not recorded';

/** The row of the ledger as its log line has it too. */
export interface LossRow {
  request_id: string;
  customer_id: string;
  key_id: string;
  model: string;
  route_id: string;
  supplier_cost_nano: string | null;
  reason: string;
}

/** Losses that Postgres did not take. */
export class KeptLosses {
  private readonly losses: LossRow[] = [];

  constructor(
    private readonly statements: Pick<PreparedStatements, 'query'>,
    private readonly logger: Logger,
  ) {}

  keep(loss: LossRow, error: unknown): void {
    if (isPoison(error) || this.losses.length >= MOST) {
      this.logger.error({ ...loss, err: error }, REFUSED);
      return;
    }
    this.losses.push(loss);
    keptLosses.inc();
    this.logger.warn({ request_id: loss.request_id, err: error }, 'A loss is kept until Postgres takes it');
  }

  /** Each is recorded once, however often its statement is sent. */
  async write({
    request_id,
    customer_id,
    key_id,
    model,
    route_id,
    supplier_cost_nano,
    reason,
  }: LossRow): Promise<void> {
    const values = [request_id, customer_id, key_id, model, route_id, supplier_cost_nano, reason];
    await this.statements.query(WRITE_OFF, values).catch((error: unknown) => {
      // An earlier attempt, whose reply was lost, was committed.
      if (violatedConstraint(error) !== 'ledger_keys_pkey') throw error;
    });
  }

  /** Ends with the first loss that Postgres does not take. */
  async writeAll(): Promise<void> {
    for (let loss = this.losses[0]; loss !== undefined; loss = this.losses[0]) {
      try {
        await this.write(loss);
      } catch (error) {
        if (!isPoison(error)) return;
        this.logger.error({ ...loss, err: error }, REFUSED);
      }
      this.drop(1);
    }
  }

  lose(): void {
    for (const loss of this.losses)
      this.logger.error({ ...loss }, 'A loss was not recorded: the process ended before Postgres was back');
    this.drop(this.losses.length);
  }

  private drop(count: number): void {
    this.losses.splice(0, count);
    keptLosses.dec(count);
  }
}
