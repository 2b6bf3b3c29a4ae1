import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateShipments1764000030001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE projects ADD CONSTRAINT projects_state_key UNIQUE (id, state)');
    // Recipient data exists in one state only: a move that leaves the row cannot commit.
    await runner.query(`
      CREATE TABLE shipments (
        project_id uuid PRIMARY KEY,
        state text NOT NULL DEFAULT 'shipment_submitted' CONSTRAINT shipments_state_check CHECK (state = 'shipment_submitted'),
        master_key_id text NOT NULL,
        wrapped_key bytea NOT NULL CONSTRAINT shipments_wrapped_key_check CHECK (octet_length(wrapped_key) = 60),
        recipient bytea NOT NULL,
        submitted_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT shipments_project_fkey FOREIGN KEY (project_id, state) REFERENCES projects (id, state)
          ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
      )`);
    await runner.query('CREATE INDEX shipments_submitted_at_idx ON shipments (submitted_at)');
    await runner.query(`
      CREATE TABLE parcels (
        id uuid PRIMARY KEY,
        project_id uuid NOT NULL CONSTRAINT parcels_project_id_fkey REFERENCES projects ON DELETE CASCADE,
        submitted_at timestamptz(3) NOT NULL,
        shipped_at timestamptz(3) NOT NULL DEFAULT now(),
        carrier text,
        tracking text
      )`);
    await runner.query('CREATE INDEX parcels_project_id_idx ON parcels (project_id, id)');
    await runner.query(`
      CREATE TABLE guardian_consents (
        id uuid PRIMARY KEY,
        project_id uuid NOT NULL CONSTRAINT guardian_consents_project_id_fkey REFERENCES projects ON DELETE CASCADE,
        text_version text NOT NULL,
        confirmed_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX guardian_consents_project_id_idx ON guardian_consents (project_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE guardian_consents, parcels, shipments');
    await runner.query('ALTER TABLE projects DROP CONSTRAINT projects_state_key');
  }
}
