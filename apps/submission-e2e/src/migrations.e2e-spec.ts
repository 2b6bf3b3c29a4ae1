import { startTestStack, type TestStack } from '@shipyard/testing';
import { imagesSetAside, reviewFailures, waitingImages } from './reverted-content';
import {
  clientTokens,
  deletedAccounts,
  emailChanges,
  guardians,
  narrowedScopes,
  publishScope,
  resetLinks,
  staffRoles,
  tokenRenewal,
} from './reverted-people';
import {
  addressReminders,
  erasedProjects,
  hiddenProjects,
  interviews,
  notes,
  phrases,
  readmeRevisions,
  reportReasons,
} from './reverted-projects';
import type { Checks, Subject } from './reverted-subject';

interface Stop {
  /** The oldest migration that is reverted. */
  migration: string;
  subjects: Subject[];
}

/**
 * Each way goes down from the newest migration to the last stop, and up again at once. A later way would lose what an
 * earlier one fills in. That each migration by itself restores the schema before is in `migration-scans.spec.ts`.
 */
const WAYS: { last: string; stops: Stop[] }[] = [
  {
    last: 'DateStaffRoles',
    stops: [
      {
        migration: 'CreateGuardians',
        subjects: [readmeRevisions, addressReminders, phrases, notes, emailChanges, guardians],
      },
      { migration: 'AllowForeignImages', subjects: [reviewFailures, imagesSetAside, reportReasons, waitingImages] },
      { migration: 'NarrowScopes', subjects: [narrowedScopes] },
      { migration: 'AddPublishScope', subjects: [publishScope] },
      { migration: 'DateStaffRoles', subjects: [tokenRenewal, staffRoles] },
    ],
  },
  {
    last: 'HideProjects',
    stops: [
      { migration: 'CreateOauth', subjects: [clientTokens, deletedAccounts] },
      { migration: 'HideProjects', subjects: [resetLinks, interviews, hiddenProjects] },
    ],
  },
  { last: 'EraseProjects', stops: [{ migration: 'EraseProjects', subjects: [erasedProjects] }] },
];

describe('the migrations of the submission service', () => {
  let stack: TestStack;
  let before: string[];
  const checks = new Map<Subject, Checks>();

  beforeAll(async () => {
    stack = await startTestStack({ starts: ['submission', 'submissionWorker', 'gateway'] });
    const subjects = WAYS.flatMap(({ stops }) => stops).flatMap((stop) => stop.subjects);
    const arrange = async (subject: Subject) => checks.set(subject, await subject.arrange(stack));
    for (const subject of subjects) if (!subject.whilePaused) await arrange(subject);
    for (const process of Object.values(stack.processes)) await process.pause();
    for (const subject of subjects) if (subject.whilePaused) await arrange(subject);
    before = await stack.describeSchema('submission');
    expect(before.filter((line) => line.startsWith('trigger'))).not.toEqual([]);
  });

  afterAll(() => stack.stop());

  describe.each(WAYS)('on the way down to $last', ({ stops }) => {
    describe.each(stops)('as of $migration', ({ migration, subjects }) => {
      beforeAll(async () => {
        expect((await stack.revert('submission', migration)).at(-1)).toMatch(new RegExp(`^${migration}`));
      });

      it.each(subjects)('$says', (subject) => checks.get(subject)?.whenReverted?.());
    });

    it('and up again restore the schema, and fill in what is new', async () => {
      const arranged = stops.flatMap(({ subjects }) => subjects.map((subject) => checks.get(subject)));
      for (const each of arranged) await each?.writeBefore?.();
      await stack.prepare('submission');
      expect(await stack.describeSchema('submission')).toEqual(before);
      for (const each of arranged) await each?.whenBack?.();
    });
  });

  it('leave nothing', async () => {
    const reverted = await stack.revert('submission', 'CreateAccounts');
    expect(reverted.length).toBeGreaterThan(3);
    const left = await stack.describeSchema('submission');
    expect(left.filter((line) => !line.includes('migrations') && !line.includes('PK_'))).toEqual([]);

    await stack.prepare('submission');
    expect(await stack.describeSchema('submission')).toEqual(before);
    await stack.prepare('submission');
  });
});
