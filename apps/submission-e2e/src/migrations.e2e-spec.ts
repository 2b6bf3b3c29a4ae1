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
 * earlier one fills in. `migration-scans.spec.ts` shows that each migration since PrepareDeletions restores the schema
 * by itself.
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

  function checksOf(subject: Subject): Checks {
    const found = checks.get(subject);
    if (found === undefined) throw new Error(`Nothing checks "${subject.says}".`);
    return found;
  }

  function check(subject: Subject, when: 'whenReverted' | 'whenBack'): Promise<void> {
    const checking = checksOf(subject)[when];
    if (checking === undefined) throw new Error(`"${subject.says}" has no ${when}.`);
    return checking();
  }

  describe.each(WAYS)('on the way down to $last', ({ stops }) => {
    const arranged = stops.flatMap(({ subjects }) => subjects);

    describe.each(stops)('as of $migration', ({ migration, subjects }) => {
      beforeAll(async () => {
        expect((await stack.revert('submission', migration)).at(-1)).toMatch(new RegExp(`^${migration}`));
      });

      it.each(subjects.filter((subject) => !subject.showsWhenBack))('$says', (subject) =>
        check(subject, 'whenReverted'),
      );
    });

    it('and up again restore the schema, and fill in what is new', async () => {
      for (const subject of arranged) await checksOf(subject).writeBefore?.();
      await stack.prepare('submission');
      expect(await stack.describeSchema('submission')).toEqual(before);
      for (const subject of arranged) if (!subject.showsWhenBack) await checksOf(subject).whenBack?.();
    });

    for (const subject of arranged.filter(({ showsWhenBack }) => showsWhenBack))
      it(`and up again ${subject.says}`, () => check(subject, 'whenBack'));
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
