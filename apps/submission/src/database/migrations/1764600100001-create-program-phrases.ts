import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What reviewers of a program often write into a reason, in their order. */
export class CreateProgramPhrases1764600100001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE program_phrases (
        program_id text NOT NULL CONSTRAINT program_phrases_program_id_fkey REFERENCES programs ON DELETE CASCADE,
        position integer NOT NULL CONSTRAINT program_phrases_position_check CHECK (position BETWEEN 1 AND 30),
        text text NOT NULL CONSTRAINT program_phrases_text_check CHECK (char_length(text) BETWEEN 1 AND 1000),
        CONSTRAINT program_phrases_pkey PRIMARY KEY (program_id, position)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE program_phrases');
  }
}
