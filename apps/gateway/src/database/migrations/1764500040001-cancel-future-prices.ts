import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A price that has started is kept, because requests were charged by it. */
export class CancelFuturePrices1764500040001 implements MigrationInterface {
  name = 'CancelFuturePrices1764500040001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION refuse_price_removal() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'A price that has started is never deleted';
      END $$`);
    await runner.query(
      `CREATE TRIGGER prices_keep_started BEFORE DELETE ON prices
       FOR EACH ROW WHEN (OLD.effective_at <= clock_timestamp()) EXECUTE FUNCTION refuse_price_removal()`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER prices_keep_started ON prices');
    await runner.query('DROP FUNCTION refuse_price_removal');
  }
}
