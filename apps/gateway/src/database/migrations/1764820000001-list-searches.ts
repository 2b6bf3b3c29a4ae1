import type { MigrationInterface, QueryRunner } from 'typeorm';
import { indexPartitions } from './index-partitions';

/** Lists of searches, and of the requests of a key, are read newest first. Both are few among all requests. */
export class ListSearches1764820000001 implements MigrationInterface {
  name = 'ListSearches1764820000001';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await indexPartitions(runner, 'request_log_searches', `(at, request_id) WHERE endpoint = 'POST /v1/searches'`);
    await indexPartitions(runner, 'request_log_key', '(key_id, at, request_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX request_log_key, request_log_searches');
  }
}
