import { hash } from '@node-rs/argon2';
import { MarkdownDocument } from '@shipyard/markdown';
import { violatedConstraint } from '@shipyard/platform/database';
import { uuidv7 } from '@shipyard/platform/ids';
import type { ObjectStore } from '@shipyard/platform/object-store';
import type { DataSource, EntityManager } from 'typeorm';
import { Account } from '../../accounts';
import { ensureDemoGuardian } from '../demo-guardian';
import type { DemoCredentials } from '../demo-credentials';
import { writeExamplePages } from './example-pages';
import { type Cast, ProjectWriter } from './project-writer';
import { eveningBefore } from './showcase-history';
import { MAKERS } from './showcase-people';
import { readShowcaseFolder, type ShowcaseFolder, type ShowcaseProject } from './showcase-project';
import { PROGRAMS, type ShowcaseProgram } from './showcase-programs';

const MEMBERS_FOR_DAYS = 130;

/** Writes the missing projects, with the programs and makers that they need. */
export async function writeShowcase(
  dataSource: DataSource,
  store: ObjectStore,
  missing: readonly ShowcaseProject[],
  credentials: DemoCredentials,
): Promise<void> {
  const { manager } = dataSource;
  const today = new Date();
  for (const program of PROGRAMS) await ensureProgram(manager, program, today);
  await ensureMakers(manager, credentials.participant.password, today);
  const accountIds = await readAccountIds(manager, credentials);
  await writeExamplePages(manager, accountIds.get('demo-admin') ?? null);
  const writer = new ProjectWriter(store, today);
  const hanging = missing.map(async (project) => {
    const folder = await readShowcaseFolder(project);
    const cast = castOf(project, folder, accountIds, credentials);
    return cast && writer.hang(project, folder, cast);
  });
  // One after the other, because one connection is enough, and a busy machine may be slow to open more.
  for (const project of await Promise.all(hanging)) if (project) await writer.write(manager, project);
}

async function ensureProgram(manager: EntityManager, program: ShowcaseProgram, today: Date): Promise<void> {
  const { id, name, tagline, descriptionMd, starts, ends, prize } = program;
  const descriptionHtml = new MarkdownDocument(descriptionMd).render(() => null);
  await manager.query(
    `INSERT INTO programs (id, name, tagline, description_md, description_html, starts_at, ends_at, logs_required, interview_questions,
       rubric, prize_name, prize_hardware, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $6) ON CONFLICT (id) DO NOTHING`,
    [
      ...[id, name, tagline, descriptionMd, descriptionHtml],
      eveningBefore(today, -starts, 0),
      ends === null ? null : eveningBefore(today, -ends, 0),
      ...[program.logsRequired, program.interviewQuestions, JSON.stringify(program.rubric)],
      ...[prize?.name ?? null, prize?.hardware ?? null],
    ],
  );
  for (const doc of program.docs) {
    await manager.query(
      'INSERT INTO program_docs (program_id, id, title, url) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
      [id, doc.id, doc.title, doc.url],
    );
  }
}

/** They have the password of the demo's participant, so that nobody needs another list of passwords. */
async function ensureMakers(manager: EntityManager, password: string, today: Date): Promise<void> {
  const there = new Set((await manager.find(Account, { select: { handle: true } })).map(({ handle }) => handle));
  const missing = MAKERS.filter(({ handle }) => !there.has(handle));
  const passwordHash = await hash(password);
  for (const [index, { handle, displayName, bio, locale, age, guardian }] of missing.entries()) {
    const account = {
      ...{ id: uuidv7(), handle, displayName, bio, locale, email: `${handle}@example.com` },
      passwordHash,
      birthDate: `${today.getUTCFullYear() - age}-01-15`,
      emailConfirmedAt: today,
      createdAt: eveningBefore(today, MEMBERS_FOR_DAYS - index, index),
    };
    try {
      await manager.createQueryBuilder().insert().into(Account).values(account).orIgnore().execute();
      if (guardian) await ensureDemoGuardian(manager, account.id, guardian);
    } catch (error) {
      // Somebody deleted this account. Its handle is never given again, so it stays away.
      if (violatedConstraint(error) !== 'taken_handles_pkey') throw error;
    }
  }
}

async function readAccountIds(manager: EntityManager, { participant }: DemoCredentials): Promise<Map<string, string>> {
  const handles = [
    ...MAKERS.map(({ handle }) => handle),
    participant.handle,
    'demo-admin',
    'demo-reviewer',
    'demo-fulfilment',
  ];
  const accounts = await manager.query<{ id: string; handle: string }[]>(
    'SELECT id, handle FROM accounts WHERE handle = ANY ($1::text[]) AND deleted_at IS NULL',
    [handles],
  );
  return new Map(accounts.map(({ id, handle }) => [handle, id]));
}

/** Null if the maker has deleted their account. */
function castOf(
  { maker }: ShowcaseProject,
  { config: { program } }: ShowcaseFolder,
  accountIds: ReadonlyMap<string, string>,
  { participant, program_id: demoProgramId }: DemoCredentials,
): Cast | null {
  const ownerId = accountIds.get(maker === 'participant' ? participant.handle : maker);
  if (ownerId === undefined) return null;
  return {
    ownerId,
    programId: program === 'demo' ? demoProgramId : program,
    reviewerId: accountIds.get('demo-reviewer') ?? null,
    fulfilmentId: accountIds.get('demo-fulfilment') ?? null,
  };
}
