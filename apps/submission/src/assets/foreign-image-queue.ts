import type { DataSource } from 'typeorm';

const AT_ONCE = 8;
/** Less than half, so that no account and no host holds up the others, however slow its images are. */
const OWNER_AT_ONCE = 3;
const HOST_AT_ONCE = 4;
/** An account that had its turn longer ago is treated as one that had none. */
const REMEMBERED_OWNERS = 200;
const LEASE = `interval '5 minutes'`;

/** What is due for less is left as it is, because its document may still be in writing. */
const ASIDE_AFTER = `interval '1 minute'`;
/** Per sweep, so that none takes long. */
const ASIDE_AT_ONCE = 1_000;

const SHOWN = `SELECT image_id, project_id FROM readme_foreign_images
  UNION ALL SELECT link.image_id, log.project_id FROM log_foreign_images link JOIN logs log ON log.id = link.log_id`;

const HOST = `split_part(image.url, '/', 3)`;
const OWNER_RUNS = 'cardinality(array_positions($1::uuid[], project.owner_id))';
const HOST_RUNS = `cardinality(array_positions($2::text[], ${HOST}))`;

/** A text of a private project must reach no other host, for example in the address of an image, unless its owner wants it. */
export const MAY_FETCH = `(project.visibility <> 'private' OR EXISTS (
  SELECT FROM allowed_foreign_images allowed WHERE allowed.image_id = image.id AND allowed.project_id = project.id))`;

const NOBODY_MAY_FETCH = `NOT EXISTS (
  SELECT FROM (${SHOWN}) shown JOIN projects project ON project.id = shown.project_id WHERE shown.image_id = image.id AND ${MAY_FETCH})`;

export interface DueImage {
  id: string;
  url: string;
  attempts: number;
  /** Whose turn it is: the owner of a project that shows the image. */
  ownerId: string;
  host: string;
}

/**
 * Hands out the images that are due. Accounts take turns, and of an account's images the host with the fewest downloads
 * comes first. Those of a private project wait for its owner. Each process remembers its own downloads and turns. The lease keeps an image from another process.
 */
export class ForeignImageQueue {
  private readonly running = new Set<DueImage>();
  /** The account that waits longest comes first. */
  private readonly served = new Set<string>();

  constructor(private readonly dataSource: DataSource) {}

  /**
   * Images may wait for an owner for ever, so a take must not look at them each time. Those that no project may fetch
   * are not due until triggers release them: see the migration `release-waiting-images`.
   */
  async setAside(): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const images = await manager.query<{ id: string }[]>(
        `SELECT image.id FROM foreign_images image
         WHERE image.status = 'pending' AND image.next_attempt_at <= now() - ${ASIDE_AFTER} AND ${NOBODY_MAY_FETCH}
         LIMIT ${ASIDE_AT_ONCE} FOR UPDATE SKIP LOCKED`,
      );
      if (images.length === 0) return;
      // Looks again under the locks. A change that came before is seen now, and a later one waits and then releases.
      await manager.query(
        `UPDATE foreign_images image SET next_attempt_at = 'infinity'
         WHERE image.id = ANY ($1::uuid[]) AND image.status = 'pending' AND ${NOBODY_MAY_FETCH}`,
        [images.map(({ id }) => id)],
      );
    });
  }

  /** Call `end` when the image is done. Undefined if nothing is due, or if all that is due has to wait. */
  async take(): Promise<DueImage | undefined> {
    if (this.running.size >= AT_ONCE) return undefined;
    const running = [...this.running];
    const [[image]] = await this.dataSource.query<[DueImage[], number]>(
      `UPDATE foreign_images SET attempts = attempts + 1, next_attempt_at = now() + ${LEASE} FROM (
         SELECT image.id, project.owner_id, ${HOST} AS host
         FROM foreign_images image
         JOIN (${SHOWN}) shown ON shown.image_id = image.id
         JOIN projects project ON project.id = shown.project_id
         WHERE image.status = 'pending' AND image.next_attempt_at <= now() AND ${MAY_FETCH} AND ${OWNER_RUNS} < $4 AND ${HOST_RUNS} < $5
         ORDER BY array_position($3::uuid[], project.owner_id) NULLS FIRST, ${HOST_RUNS}, image.next_attempt_at, image.id
         LIMIT 1 FOR UPDATE OF image SKIP LOCKED
       ) due WHERE foreign_images.id = due.id
       RETURNING foreign_images.id, foreign_images.url, foreign_images.attempts, due.owner_id AS "ownerId", due.host`,
      [
        running.map(({ ownerId }) => ownerId),
        running.map(({ host }) => host),
        [...this.served],
        OWNER_AT_ONCE,
        HOST_AT_ONCE,
      ],
    );
    if (image) this.begin(image);
    return image;
  }

  end(image: DueImage): void {
    this.running.delete(image);
  }

  private begin(image: DueImage): void {
    this.running.add(image);
    this.served.delete(image.ownerId);
    this.served.add(image.ownerId);
    for (const ownerId of this.served) {
      if (this.served.size <= REMEMBERED_OWNERS) return;
      this.served.delete(ownerId);
    }
  }
}
