import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SuppliersService } from '../suppliers/suppliers.service';

/** A job is not asked after sooner than this: few are done before. */
const POLL_AFTER_MS = 1_000;
/** The shares of what a supplier lets an account ask. Those of customers who wait do not queue behind thousands of tasks. */
const SHARES = { waited: 1 / 4, task: 3 / 4 };

/** Gives out the moments at which jobs may be asked after: so many a second and supplier, for all processes together. */
@Injectable()
export class PollSlotsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly suppliers: SuppliersService,
  ) {}

  /** When a job of this supplier may be asked after next; nobody else gets the same turn. `waited`: its customer waits for it. */
  async nextSlot(supplierId: string, kind: keyof typeof SHARES): Promise<Date> {
    const slotMs = 1_000 / (SHARES[kind] * (await this.suppliers.pollsPerSecond(supplierId)));
    const [slot] = await this.dataSource.query<{ next_at: Date }[]>(NEXT_SLOT, [supplierId, kind, POLL_AFTER_MS, slotMs]);
    if (!slot) throw new Error('There is no turn');
    return slot.next_at;
  }
}

const NEXT_SLOT = `
  INSERT INTO image_poll_turns AS turns (supplier_id, kind, next_at) VALUES ($1, $2, now() + make_interval(secs => $3::double precision / 1000))
  ON CONFLICT (supplier_id, kind) DO UPDATE
    SET next_at = GREATEST(turns.next_at + make_interval(secs => $4::double precision / 1000), EXCLUDED.next_at)
  RETURNING next_at`;
