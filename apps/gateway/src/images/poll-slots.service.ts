import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SuppliersService } from '../suppliers';

/** Few jobs are done sooner. */
const POLL_AFTER_MS = 1_000;
/** Customers who wait do not queue behind thousands of tasks. */
const SHARES = { waited: 1 / 4, task: 3 / 4 };

/** Limits polls per second and supplier, across all processes. */
@Injectable()
export class PollSlotsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly suppliers: SuppliersService,
  ) {}

  /** Each slot is given once. `waited`: a customer is waiting for the job. */
  async nextSlot(supplierId: string, kind: keyof typeof SHARES): Promise<Date> {
    const slotMs = 1_000 / (SHARES[kind] * (await this.suppliers.pollsPerSecond(supplierId)));
    const [slot] = await this.dataSource.query<{ next_at: Date }[]>(NEXT_SLOT, [
      supplierId,
      kind,
      POLL_AFTER_MS,
      slotMs,
    ]);
    if (!slot) throw new Error('The statement returned no poll slot');
    return slot.next_at;
  }
}

const NEXT_SLOT = `
  INSERT INTO image_poll_turns AS turns (supplier_id, kind, next_at) VALUES ($1, $2, now() + make_interval(secs => $3::double precision / 1000))
  ON CONFLICT (supplier_id, kind) DO UPDATE
    SET next_at = GREATEST(turns.next_at + make_interval(secs => $4::double precision / 1000), EXCLUDED.next_at)
  RETURNING next_at`;
