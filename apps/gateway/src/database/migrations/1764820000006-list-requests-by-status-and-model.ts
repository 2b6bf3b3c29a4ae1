import type { MigrationInterface, QueryRunner } from 'typeorm';
import { indexPartitions } from './index-partitions';

/** A status or model that few requests have was searched for in all rows. Most requests succeed, and need no entry. */
export class ListRequestsByStatusAndModel1764820000006 implements MigrationInterface {
  name = 'ListRequestsByStatusAndModel1764820000006';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await indexPartitions(runner, 'request_log_status', '(status, at, request_id) WHERE status <> 200');
    await indexPartitions(runner, 'request_log_model', '(model, at, request_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX request_log_model, request_log_status');
  }
}
