import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@shipyard/platform/logger';
import { DataSource } from 'typeorm';
import { LOGGER } from '../runtime.module';

/** Below this, a reading takes no time worth keeping it for. */
const MANY_PROJECTS = 50_000;
/** A reading of this age is made anew while the kept one is shown. */
const FRESH_SECONDS = 60;
/** Nobody is shown an older one. */
const KEPT_SECONDS = 86_400;

export interface Reading<Value> {
  value: Value;
  /** Null: of now. */
  asOf: Date | null;
}

interface KeptRow {
  reading: unknown;
  madeAt: Date;
  isFresh: boolean;
}

/**
 * Counts of all projects take seconds where there are hundreds of thousands. There, what was counted is shown with its
 * time, for a day at most, and the first reader after a minute has it counted anew. Everywhere else it is counted each time.
 */
@Injectable()
export class KeptReadings {
  manyProjects = MANY_PROJECTS;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** `name`: of what is counted, with all that narrows it. `make` returns what survives JSON. */
  async read<Value>(name: string, make: () => Promise<Value>): Promise<Reading<Value>> {
    if (!(await this.hasManyProjects())) return { value: await make(), asOf: null };
    const [kept] = await this.dataSource.query<(KeptRow & { reading: Value })[]>(
      `SELECT reading, made_at AS "madeAt", coalesce(renewed_at > now() - make_interval(secs => $2), false) AS "isFresh"
       FROM kept_readings WHERE name = $1 AND made_at > now() - make_interval(secs => $3)`,
      [name, FRESH_SECONDS, KEPT_SECONDS],
    );
    if (!kept) return { value: await this.renew(name, make), asOf: null };
    if (!kept.isFresh) void this.renewOnce(name, make);
    return { value: kept.reading, asOf: kept.madeAt };
  }

  /** An estimate of the database, because counting them would take as long. */
  private async hasManyProjects(): Promise<boolean> {
    const [row] = await this.dataSource.query<{ isLarge: boolean }[]>(
      `SELECT coalesce(reltuples >= $1, false) AS "isLarge" FROM pg_class WHERE oid = 'projects'::regclass`,
      [this.manyProjects],
    );
    return row?.isLarge === true;
  }

  /** One of those who ask together makes it. */
  private async renewOnce(name: string, make: () => Promise<unknown>): Promise<void> {
    try {
      const [, count] = await this.dataSource.query<[unknown[], number]>(
        'UPDATE kept_readings SET renewed_at = now() WHERE name = $1 AND renewed_at <= now() - make_interval(secs => $2)',
        [name, FRESH_SECONDS],
      );
      if (count > 0) await this.renew(name, make);
    } catch (error) {
      this.logger.warn({ err: error, name }, 'Figures were not counted anew. The next reader tries again in a minute.');
    }
  }

  private async renew<Value>(name: string, make: () => Promise<Value>): Promise<Value> {
    const begunAt = new Date();
    const value = await make();
    await this.dataSource.query(
      `WITH old AS (DELETE FROM kept_readings WHERE made_at < now() - make_interval(secs => $4) AND name <> $1)
       INSERT INTO kept_readings (name, reading, made_at, renewed_at) VALUES ($1, $2, $3, now())
       ON CONFLICT (name) DO UPDATE SET reading = EXCLUDED.reading, made_at = EXCLUDED.made_at, renewed_at = now()`,
      [name, JSON.stringify(value), begunAt, KEPT_SECONDS],
    );
    return value;
  }
}
