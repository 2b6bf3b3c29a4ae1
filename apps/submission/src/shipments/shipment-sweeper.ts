import { Inject, Injectable } from '@nestjs/common';
import { PARCEL_DAYS } from '@shipyard/contracts';
import type { Logger } from '@shipyard/platform/logger';
import { sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';
import { CONFIG, type WorkerConfig } from '../config';
import { lockProject, ProjectsService } from '../projects';
import { LOGGER } from '../runtime.module';

/** Selects shipments that were kept for too long. $1: days. */
const IS_OVER = 'submitted_at < now() - make_interval(days => $1)';

/** Deletes recipients after the retention time, and carrier and tracking PARCEL_DAYS after sending. */
@Injectable()
export class ShipmentRetention {
  constructor(
    private readonly dataSource: DataSource,
    private readonly projects: ProjectsService,
    @Inject(CONFIG) private readonly config: WorkerConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async sweep(): Promise<void> {
    await this.clearParcels();
    await this.expireAll();
  }

  private async clearParcels(): Promise<void> {
    await this.dataSource.query(
      `UPDATE parcels SET carrier = NULL, tracking = NULL
       WHERE shipped_at < now() - make_interval(days => $1) AND (carrier IS NOT NULL OR tracking IS NOT NULL)`,
      [PARCEL_DAYS],
    );
  }

  private async expireAll(): Promise<void> {
    const over = await this.dataSource.query<{ projectId: string }[]>(
      `SELECT project_id AS "projectId" FROM shipments WHERE ${IS_OVER}`,
      [this.config.SHIPMENT_RETENTION_DAYS],
    );
    for (const { projectId } of over) {
      if (await this.expire(projectId))
        this.logger.info({ project_id: projectId }, 'A shipment passed its retention period and was deleted');
    }
  }

  private expire(projectId: string): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      // Locks the project's row first, as everywhere: its holder may be replacing or sending the shipment.
      await lockProject(manager, projectId);
      const [, deleted] = await manager.query<[unknown, number]>(
        `DELETE FROM shipments WHERE ${IS_OVER} AND project_id = $2`,
        [this.config.SHIPMENT_RETENTION_DAYS, projectId],
      );
      if (deleted === 0) return false;
      await this.projects.move(manager, { projectId, action: 'expire_shipment', caller: null });
      return true;
    });
  }
}

export const shipmentSweeper = sweeper({
  name: 'shipments kept for too long',
  everyMs: 60 * 60_000,
  inject: [ShipmentRetention],
  sweep: (shipments) => shipments.sweep(),
});
