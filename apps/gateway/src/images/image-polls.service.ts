import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A job is not asked after sooner than this: few are done before. */
const POLL_AFTER_MS = 1_000;
/** DashScope lets an account ask 20 times a second. Those of customers who wait do not queue behind thousands of tasks. */
const TURN_MS = { waited: 200, task: 66 };

/** Gives out the moments at which jobs may be asked after: so many a second and supplier, for all processes together. */
@Injectable()
export class ImagePollsService {
  constructor(private readonly dataSource: DataSource) {}

  /** When a job of this supplier may be asked after next; nobody else gets the same turn. `waited`: its customer waits for it. */
  async nextTurn(supplierId: string, kind: keyof typeof TURN_MS): Promise<Date> {
    const [turn] = await this.dataSource.query<{ next_at: Date }[]>(NEXT_TURN, [supplierId, kind, POLL_AFTER_MS, TURN_MS[kind]]);
    if (!turn) throw new Error('There is no turn');
    return turn.next_at;
  }
}

const NEXT_TURN = `
  INSERT INTO image_poll_turns AS turns (supplier_id, kind, next_at) VALUES ($1, $2, now() + make_interval(secs => $3 / 1000.0))
  ON CONFLICT (supplier_id, kind) DO UPDATE
    SET next_at = GREATEST(turns.next_at + make_interval(secs => $4 / 1000.0), EXCLUDED.next_at)
  RETURNING next_at`;
