import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type Logger, Sweep } from '@shipyard/platform';
import { DataSource } from 'typeorm';
import { CONFIG, type WorkerConfig } from '../config';
import { ProjectsService } from '../projects/projects.service';
import { LOGGER } from '../runtime.module';

const EVERY_MS = 60 * 60_000;

/** Of the shipments: those that were kept for too long. $1: days. */
const IS_OVER = 'submitted_at < now() - make_interval(days => $1)';

/** How long the owner sees who carries a parcel and under which number. */
const PARCEL_DAYS = 90;

/** Deletes recipient data that nobody has sent a prize to in all the time that it may be kept, and carrier and tracking of parcels that arrived long ago. */
@Injectable()
export class ShipmentSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sweep: Sweep;

  constructor(
    private readonly dataSource: DataSource,
    private readonly projects: ProjectsService,
    @Inject(CONFIG) private readonly config: WorkerConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.sweep = new Sweep('shipments kept for too long', EVERY_MS, () => this.sweepAll(), logger);
  }

  onApplicationBootstrap(): void {
    this.sweep.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.sweep.stop();
  }

  private async sweepAll(): Promise<void> {
    await this.forgetParcels();
    await this.expireAll();
  }

  private async forgetParcels(): Promise<void> {
    await this.dataSource.query(
      `UPDATE parcels SET carrier = NULL, tracking = NULL
       WHERE shipped_at < now() - make_interval(days => $1) AND (carrier IS NOT NULL OR tracking IS NOT NULL)`,
      [PARCEL_DAYS],
    );
  }

  private async expireAll(): Promise<void> {
    const over = await this.dataSource.query<{ projectId: string }[]>(`SELECT project_id AS "projectId" FROM shipments WHERE ${IS_OVER}`, [
      this.config.SHIPMENT_RETENTION_DAYS,
    ]);
    for (const { projectId } of over) {
      if (await this.expire(projectId)) this.logger.info({ project_id: projectId }, 'A shipment was kept for too long and is deleted');
    }
  }

  /** False where the owner, staff or another worker came first. */
  private expire(projectId: string): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      // The project's row comes first, as everywhere: who holds it may be just about to replace the shipment, or to send it.
      await manager.query('SELECT FROM projects WHERE id = $1 FOR UPDATE', [projectId]);
      const [, deleted] = await manager.query<[unknown, number]>(`DELETE FROM shipments WHERE ${IS_OVER} AND project_id = $2`, [
        this.config.SHIPMENT_RETENTION_DAYS,
        projectId,
      ]);
      if (deleted === 0) return false;
      await this.projects.move(manager, { projectId, action: 'expire_shipment', caller: null });
      return true;
    });
  }
}
