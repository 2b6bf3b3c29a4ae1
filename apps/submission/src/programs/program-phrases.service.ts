import { Injectable } from '@nestjs/common';
import { isLongerThan } from '@shipyard/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import type { Caller } from '../accounts';
import { ProgramAuditEntry } from './program-audit-entry.entity';
import { ProgramsService } from './programs.service';

export const PHRASES_MAX = 30;
export const PHRASE_LENGTH_MAX = 1_000;

/** What keeps a phrase from being stored. */
export const phraseProblem = (text: string): 'long' | 'invalid' | null => {
  if (isLongerThan(text, PHRASE_LENGTH_MAX)) return 'long';
  return text === '' || /[^\P{Cc}\n\t]|\p{Cs}/u.test(text) ? 'invalid' : null;
};

/** Prepared phrases of a program, which reviewers put into their reasons. */
@Injectable()
export class ProgramPhrasesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly programs: ProgramsService,
  ) {}

  async list(programId: string, manager: EntityManager = this.dataSource.manager): Promise<string[]> {
    const phrases = await manager.query<{ text: string }[]>(
      'SELECT text FROM program_phrases WHERE program_id = $1 ORDER BY position',
      [programId],
    );
    return phrases.map(({ text }) => text);
  }

  /**
   * Replaces the phrases, unless they are no longer those that the writer saw. Returns false then. Throws PROGRAM_NOT_FOUND.
   */
  async replace(
    caller: Caller,
    programId: string,
    phrases: readonly string[],
    seen: readonly string[],
  ): Promise<boolean> {
    await this.programs.get(programId);
    return this.dataSource.transaction(async (manager) => {
      await manager.query('SELECT FROM programs WHERE id = $1 FOR UPDATE', [programId]);
      if (JSON.stringify(await this.list(programId, manager)) !== JSON.stringify(seen)) return false;
      await manager.query('DELETE FROM program_phrases WHERE program_id = $1', [programId]);
      await manager.query(
        `INSERT INTO program_phrases (program_id, position, text)
         SELECT $1, position::integer, text FROM unnest($2::text[]) WITH ORDINALITY AS phrase (text, position)`,
        [programId, phrases],
      );
      await manager.insert(ProgramAuditEntry, {
        programId,
        actorId: caller.accountId,
        action: 'change_program',
        fields: ['phrases'],
      });
      return true;
    });
  }
}
