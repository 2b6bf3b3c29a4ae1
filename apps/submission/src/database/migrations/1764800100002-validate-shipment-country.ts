import type { MigrationInterface, QueryRunner } from 'typeorm';

/** In a transaction of its own, so that readers do not wait for the scan. */
export class ValidateShipmentCountry1764800100002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE shipments VALIDATE CONSTRAINT shipments_country_check');
  }

  async down(): Promise<void> {
    // A constraint that was checked stays checked.
  }
}
