import { allowedActions, moveOf, PROJECT_STATES, type ProjectState } from '@shipyard/contracts';
import { sharedStack } from '@shipyard/testing';
import type { Client } from 'pg';
import { CALLER_MOVES, type CallerAction, CALLS, Moves, refusalOf, ROLES } from './moves';

const STAFF_OR_OWNER = ['owner', 'reviewer', 'fulfilment', 'admin'] as const;
/** Moves that are forbidden after they were made, as long as no worker continues. */
const ONCE: [CallerAction, ProjectState][] = [
  ['request_review', 'draft'],
  ['approve', 'interviewing'],
  ['reject', 'shipment_submitted'],
  ['withdraw_shipment', 'shipment_submitted'],
  ['mark_shipped', 'shipment_submitted'],
  ['reship', 'shipped'],
];

describe('the moves of a project', () => {
  const stack = sharedStack();
  let database: Client;
  const begin = () => Moves.begin(stack, database);
  const audited = async (slug: string, action: string) =>
    (
      await database.query<{ from_state: string; to_state: string }>(
        'SELECT from_state, to_state FROM audit_entries WHERE project_id = (SELECT id FROM projects WHERE slug = $1) AND action = $2',
        [slug, action],
      )
    ).rows;

  beforeAll(async () => {
    database = await stack.connect('submission');
  });

  afterAll(() => database.end());

  it.each(PROJECT_STATES)(
    'that are forbidden in %s are refused by the codes of the contract, with what is allowed, and change nothing',
    async (state) => {
      const moves = await begin();
      await moves.set(state);
      for (const role of STAFF_OR_OWNER)
        expect([role, await moves.status(role)]).toMatchObject([
          role,
          { state, allowed: allowedActions(state, [role]) },
        ]);
      for (const action of CALLER_MOVES) {
        const { by } = CALLS[action];
        for (const role of ROLES.filter((each) => each !== by)) {
          const { status, body } = await moves.act(action, role);
          expect([action, role, status, body.error]).toEqual([action, role, 403, 'FORBIDDEN']);
        }
        if (moveOf(action).from.includes(state)) continue;
        const { status, body } = await moves.act(action);
        expect([action, status, body.error, body.details]).toEqual([
          action,
          409,
          refusalOf(action, state),
          { state, allowed: allowedActions(state, [by]) },
        ]);
      }
      expect(await moves.status()).toMatchObject({ state, project: { shipped: state === 'shipped' } });
    },
  );

  it.each(CALLER_MOVES)('%s leads where the table says, from wherever it says, and is written down', async (action) => {
    const moves = await begin();
    const { from, to, by } = moveOf(action);
    for (const state of from) {
      await moves.set(state);
      const written = (await audited(moves.slug, action)).length;
      const { status, body } = await moves.act(action);
      expect([state, status < 300]).toEqual([state, true]);
      expect((await audited(moves.slug, action)).slice(written)).toEqual([{ from_state: state, to_state: to }]);
      expect(JSON.stringify(body)).not.toContain('Nadia');
    }
    expect(CALLS[action].by).toBe(by);
  });

  it.each(ONCE)('%s from %s succeeds for one of twenty at once', async (action, state) => {
    const moves = await begin();
    await moves.set(state);
    const written = (await audited(moves.slug, action)).length;
    const answers = await Promise.all(Array.from({ length: 20 }, () => moves.act(action)));
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status).filter((status) => status >= 300))).toEqual(new Set([409]));
    expect((await audited(moves.slug, action)).length).toBe(written + 1);
  });

  it('of two reviewers who decide differently at once have one winner', async () => {
    const moves = await begin();
    await moves.set('shipment_submitted');
    const answers = await Promise.all([moves.act('reject'), moves.act('mark_shipped'), moves.act('withdraw_shipment')]);
    // A project whose owner has withdrawn can still be rejected.
    const done = answers.map(({ status }) => status < 300);
    expect(['rejected', 'shipped', 'approved_to_ship']).toContain((await moves.status()).state);
    expect([
      [true, false, false],
      [false, true, false],
      [false, false, true],
      [true, false, true],
    ]).toContainEqual(done);
    const { rows } = await database.query(
      'SELECT FROM shipments WHERE project_id = (SELECT id FROM projects WHERE slug = $1)',
      [moves.slug],
    );
    expect(rows).toEqual([]);
  });

  it('record when a project was shipped', async () => {
    const moves = await begin();
    await expect(database.query(`UPDATE projects SET state = 'shipped' WHERE slug = $1`, [moves.slug])).rejects.toThrow(
      /projects_shipped_check/,
    );
    await moves.set('shipment_submitted');
    await moves.act('mark_shipped');
    expect((await moves.status()).project).toMatchObject({
      shipped: true,
      shipped_at: expect.stringMatching(/Z$/) as string,
    });
    await moves.act('reship');
    expect((await moves.status()).project).toMatchObject({ shipped: false, shipped_at: null });
  });
});
