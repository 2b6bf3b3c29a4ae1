import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Fulfilment sorts parcels by country. It is stored readable, beside the encrypted address, and goes with its row. */
export class AddShipmentCountry1764800100001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE shipments ADD country text');
    await runner.query(
      `ALTER TABLE shipments ADD CONSTRAINT shipments_country_check CHECK (country ~ '^[A-Z]{2}$') NOT VALID`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE shipments DROP country');
  }
}
