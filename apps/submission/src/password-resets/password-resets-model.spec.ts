import { hashPassword, isPassword } from '@shipyard/auth';
import { NO_RECORDER } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import { openSpecDatabase } from '@shipyard/testing';
import fc from 'fast-check';
import { migrateDatabase } from '../database/migrate-schema';
import { ADDRESS_MAILS } from '../limits/rates';
import { asAdmin, codeOf, openResets, tokenIn } from './__fixtures__/open-resets';

type Step =
  | { kind: 'request'; times: number }
  | { kind: 'work' }
  | { kind: 'link' }
  | { kind: 'use'; which: number; times: number }
  | { kind: 'expire'; which: number }
  | { kind: 'change' }
  | { kind: 'suspend'; suspended: boolean };

/** Counted from the newest token. */
const which = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 9 }) },
);
const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('request' as const), times: fc.integer({ min: 1, max: 3 }) }),
    },
    { weight: 4, arbitrary: fc.constant({ kind: 'work' as const }) },
    { weight: 2, arbitrary: fc.constant({ kind: 'link' as const }) },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('use' as const), which, times: fc.integer({ min: 1, max: 3 }) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('expire' as const), which }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'change' as const }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('suspend' as const), suspended: fc.boolean() }) },
  ),
  { minLength: 1, maxLength: 25 },
);

interface KnownToken {
  token: string;
  byMail: boolean;
  /** Used, expired or replaced. */
  isOver: boolean;
}

describe('a reset of the password', () => {
  let opened: Awaited<ReturnType<typeof openResets>>;

  beforeAll(async () => {
    const { ownerUrl } = await openSpecDatabase('submission', migrateDatabase);
    opened = await openResets(ownerUrl);
  });

  afterAll(() => opened.dataSource.destroy());

  it('follows its model, however requests, links, uses, expiry, changes and suspensions interleave', async () => {
    const { dataSource, resets, register, work, mailsOf, linkOf } = opened;
    await fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const { id, email } = await register();
        const known: KnownToken[] = [];
        const mailed: KnownToken[] = [];
        const state = { suspended: false, confirmed: false, pending: 0, password: null as string | null };
        const endAll = () => known.forEach((each) => (each.isOver = true));
        const live = () => known.filter(({ isOver }) => !isOver);
        const add = (token: string, byMail: boolean) => {
          endAll();
          const added = { token, byMail, isOver: false };
          known.push(added);
          return added;
        };
        const run = async (step: Step) => {
          if (step.kind === 'request') {
            for (let sent = 0; sent < step.times; sent += 1)
              await resets.request(sent % 2 ? email.toUpperCase() : email);
            state.pending += step.times;
          }
          if (step.kind === 'work') {
            await work();
            for (; state.pending > 0; state.pending -= 1) {
              const [valid] = live();
              const isOwed = !valid && state.confirmed;
              if (state.suspended || valid?.byMail === false) continue;
              if (mailed.length >= ADDRESS_MAILS.anHour && !isOwed) continue;
              mailed.push(valid ?? add('', true));
            }
            const sent = await mailsOf(id);
            expect(sent).toHaveLength(mailed.length);
            // Mails of one valid reset have the same link, at each attempt to send them. All others have none.
            for (const [at, reset] of mailed.entries()) {
              const mail = sent[at];
              if (!mail) throw new Error('A mail is expected');
              const token = tokenIn(await linkOf(mail));
              expect(token === null).toBe(reset.isOver || state.suspended);
              if (token === null) continue;
              expect([token, '']).toContain(reset.token === '' ? token : reset.token);
              reset.token = token;
            }
          }
          if (step.kind === 'link') {
            const issued = await resets.issueLink(asAdmin(id), NO_RECORDER, id).catch(codeOf);
            if (state.suspended) expect(issued).toBe('FORBIDDEN');
            else add(tokenIn((issued as { reset_link: { url: string } }).reset_link.url) ?? '', false);
          }
          if (step.kind === 'use') {
            const target = known.at(-1 - (step.which % Math.max(known.length, 1)));
            if (!target || target.token === '') return;
            const password = `a new password ${uuidv7()}`;
            const outcomes = await Promise.all(
              Array.from({ length: step.times }, () =>
                resets.reset({ resetToken: target.token, password }).then(() => 'done', codeOf),
              ),
            );
            const isDone = !target.isOver && !state.suspended;
            expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(isDone ? 1 : 0);
            expect(outcomes.filter((outcome) => outcome === 'RESET_TOKEN_INVALID')).toHaveLength(
              step.times - (isDone ? 1 : 0),
            );
            if (isDone) {
              target.isOver = true;
              state.password = password;
              state.confirmed ||= target.byMail;
            }
          }
          if (step.kind === 'expire') {
            const target = known.at(-1 - (step.which % Math.max(known.length, 1)));
            if (!target || target.token === '') return;
            await dataSource.query(
              `UPDATE password_resets SET expires_at = now() - interval '1 second', created_at = created_at - interval '1 minute' WHERE token_hash = sha256($1)`,
              [Buffer.from(target.token)],
            );
            target.isOver = true;
          }
          if (step.kind === 'change') {
            state.password = `changed ${uuidv7()}`;
            await dataSource.query('UPDATE accounts SET password_hash = $2 WHERE id = $1', [
              id,
              await hashPassword(state.password),
            ]);
            endAll();
          }
          if (step.kind === 'suspend') {
            state.suspended = step.suspended;
            await dataSource.query('UPDATE accounts SET suspended_at = CASE WHEN $2 THEN now() END WHERE id = $1', [
              id,
              step.suspended,
            ]);
          }
        };
        for (const step of given) await run(step);

        expect(live().length).toBeLessThanOrEqual(1);
        const [account] = await dataSource.query<{ passwordHash: string }[]>(
          'SELECT password_hash AS "passwordHash" FROM accounts WHERE id = $1',
          [id],
        );
        if (state.password === null) expect(account?.passwordHash).toBe(`hash of ${id}`);
        else expect(await isPassword(account?.passwordHash ?? '', state.password)).toBe(true);
        await dataSource.query('DELETE FROM password_reset_requests');
      }),
      { numRuns: 60 },
    );
  }, 240_000);
});
