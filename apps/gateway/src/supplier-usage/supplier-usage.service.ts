import { Injectable } from '@nestjs/common';
import { envelopeErrors, inputInvalid, type ResponseRecorder } from '@shipyard/http';
import type { EntityManager } from 'typeorm';
import { type Actor, ChangesService } from '../changes/changes.service';
import { checkedCny, MOST_NANO } from '../money';
import { Supplier } from '../suppliers';
import { type BilledUnits, readUsageCsv, UsageCsvFault } from './read-usage-csv';
import type { SupplierUsageView } from './supplier-usage.view';
import type { SupplierUsageDto, SupplierUsageItem } from './supplier-usage.dto';

@Injectable()
export class SupplierUsageService {
  constructor(private readonly changes: ChangesService) {}

  record(actor: Actor, recorder: ResponseRecorder, input: SupplierUsageDto): Promise<SupplierUsageView> {
    return this.changes.make(actor, recorder, 'supplier.usage', async (manager) => {
      // Parallel reports for the same supplier wait for each other.
      const supplier = await manager.findOne(Supplier, {
        where: { id: input.supplier_id },
        lock: { mode: 'for_no_key_update' },
      });
      if (!supplier)
        throw envelopeErrors.NOT_FOUND({
          message: 'There is no supplier with this id. GET /admin/suppliers lists the suppliers.',
        });
      const items = summed(billedUnits(supplier, input));
      const days = [...new Set(items.map(({ day }) => day))].sort();
      await replace(manager, supplier.id, days, items);
      const answer = { supplier_id: supplier.id, days, items: items.length };
      return { subjectId: supplier.id, before: null, after: answer, answer };
    });
  }
}

function billedUnits(supplier: Supplier, { items, csv }: SupplierUsageDto): BilledUnits[] {
  if (items && csv !== undefined) throw inputInvalid('csv', 'must not be sent together with items');
  if (items) return items.map(toBilledUnits);
  const columns = supplier.options.usage_csv;
  if (!columns) throw inputInvalid('csv', "cannot be read: set the supplier's usage_csv first");
  try {
    return readUsageCsv(csv ?? '', columns);
  } catch (error) {
    throw error instanceof UsageCsvFault ? inputInvalid('csv', `cannot be read. ${error.message}`) : error;
  }
}

function toBilledUnits({ day, upstream_model, unit_type, units, cost_cny }: SupplierUsageItem): BilledUnits {
  return {
    day,
    upstreamModel: upstream_model,
    unitType: unit_type,
    units: BigInt(units),
    costNano: checkedCny(cost_cny),
  };
}

/** A bill may have several lines of one unit. */
function summed(items: BilledUnits[]): BilledUnits[] {
  const sums = new Map<string, BilledUnits>();
  for (const item of items) {
    const key = `${item.day} ${item.upstreamModel} ${item.unitType}`;
    const sum = sums.get(key);
    const units = item.units + (sum?.units ?? 0n);
    const costNano = item.costNano + (sum?.costNano ?? 0n);
    if (units > MOST_NANO || costNano > MOST_NANO)
      throw inputInvalid('items', 'add up to more than the ledger can store');
    sums.set(key, { ...item, units, costNano });
  }
  return [...sums.values()];
}

async function replace(
  manager: EntityManager,
  supplierId: string,
  days: string[],
  items: BilledUnits[],
): Promise<void> {
  await manager.query('DELETE FROM supplier_usage WHERE supplier_id = $1 AND day = ANY ($2::date[])', [
    supplierId,
    days,
  ]);
  await manager.query(
    `INSERT INTO supplier_usage (supplier_id, day, upstream_model, unit_type, units, cost_nano)
     SELECT $1, * FROM unnest($2::date[], $3::text[], $4::text[], $5::bigint[], $6::bigint[])`,
    [
      supplierId,
      items.map(({ day }) => day),
      items.map(({ upstreamModel }) => upstreamModel),
      items.map(({ unitType }) => unitType),
      items.map(({ units }) => units.toString()),
      items.map(({ costNano }) => costNano.toString()),
    ],
  );
}
