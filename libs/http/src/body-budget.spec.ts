import { EventEmitter } from 'node:events';
import fc from 'fast-check';
import { type ArrivingBody, BodyBudget } from './body-budget';
import type { RequestFault } from './request-fault';

const TERMS = { arrivingBytes: 1_000, stalledBytes: 300, allBytes: 200_000 };

describe('BodyBudget', () => {
  let budget: BodyBudget;
  let ended: string[];

  beforeEach(() => {
    budget = new BodyBudget(TERMS);
    ended = [];
  });

  const begin = (name: string): ArrivingBody =>
    budget.begin(({ fault }: RequestFault) => ended.push(`${name}: ${fault.kind}`));
  const fill = (name: string, bytes: number) => {
    const body = begin(name);
    body.hold(bytes, bytes);
    return body;
  };
  const seconds = (count: number) => {
    for (let second = 0; second < count; second += 1) budget.tick();
  };

  it('counts what bodies hold and not their number', () => {
    const bodies = Array.from({ length: 100 }, (_, at) => begin(`${at}`));
    for (const body of bodies) body.hold(10, 10);
    expect(ended).toEqual([]);
    expect(() => begin('one more')).toThrow('overloaded');
    bodies[0]?.end();
    begin('one more').hold(10, 10);
    expect(ended).toEqual([]);
  });

  it('refuses a large body in advance if the arriving ones will fill the budget', () => {
    const large = new BodyBudget({ arrivingBytes: 1_000_000, stalledBytes: 300_000, allBytes: 1_200_000 });
    const start = (name: string, bytes: number) =>
      large.begin(({ fault }: RequestFault) => ended.push(`${name}: ${fault.kind}`), {
        announcedBytes: bytes,
      });
    const bodies = [1, 2, 3].map((number) => start(`${number}`, 300_000));
    expect(() => start('fourth', 300_000)).toThrow('overloaded');
    start('small', 60_000).end();
    start('unknown', 0).end();
    bodies[0]?.hold(300_000, 300_000);
    expect(() => start('fourth', 300_000)).toThrow('overloaded');
    bodies[0]?.end();
    const fourth = start('fourth', 300_000);
    for (const body of [...bodies.slice(1), fourth]) body.hold(300_000, 300_000);
    for (const body of [...bodies.slice(1), fourth]) body.end();
    expect(ended).toEqual([]);
    for (const _ of [1, 2, 3]) start('again', 300_000);
  });

  it('counts the announced bytes of large bodies while they make progress', () => {
    const large = new BodyBudget({ arrivingBytes: 1_000_000, stalledBytes: 300_000, allBytes: 1_200_000 });
    const start = (name: string, bytes: number) =>
      large.begin(({ fault }: RequestFault) => ended.push(`${name}: ${fault.kind}`), {
        announcedBytes: bytes,
      });
    const silent = start('silent', 900_000);
    silent.hold(100_000, 100_000);
    expect(() => start('next', 900_000)).toThrow('overloaded');
    large.tick();
    large.tick();
    large.tick();
    start('next', 900_000);
    expect(ended).toEqual([]);
    start('last', 90_000).end();
    expect(ended).toEqual(['silent: overloaded']);
  });

  it('never counts less than is held, and returns to zero', () => {
    const act = fc.record({
      announced: fc.integer({ min: 0, max: 400_000 }),
      chunks: fc.array(fc.integer({ min: 1, max: 200_000 }), { maxLength: 4 }),
      ticks: fc.nat(3),
      ends: fc.boolean(),
      owner: fc.constantFrom(undefined, 'a', 'b'),
    });
    fc.assert(
      fc.property(fc.array(act, { maxLength: 20 }), (acts) => {
        const terms = { arrivingBytes: 1_000_000, stalledBytes: 300_000, allBytes: 1_200_000 };
        const all = new BodyBudget(terms);
        const open = new Set<ArrivingBody>();
        for (const { announced, chunks, ticks, ends, owner } of acts) {
          try {
            const body: ArrivingBody = all.begin(() => open.delete(body), { announcedBytes: announced, owner });
            open.add(body);
            for (const bytes of chunks) if (open.has(body)) body.hold(bytes, body.heldBytes + bytes);
            if (ends && open.delete(body)) body.end();
          } catch (error) {
            expect(error).toMatchObject({ fault: { kind: 'overloaded' } });
          }
          for (let tick = 0; tick < ticks; tick += 1) all.tick();
          const held = (bodies: ArrivingBody[]) => bodies.reduce((sum, { heldBytes }) => sum + heldBytes, 0);
          expect(held([...open])).toBeLessThanOrEqual(terms.arrivingBytes);
          for (const each of ['a', 'b'])
            expect(held([...open].filter((body) => body.owner === each))).toBeLessThanOrEqual(terms.arrivingBytes / 4);
        }
        for (const body of open) body.end();
        for (const owner of ['a', 'b'])
          all.begin(() => undefined, { announcedBytes: terms.arrivingBytes / 4, owner }).end();
        all.begin(() => undefined, { announcedBytes: terms.arrivingBytes });
      }),
    );
  });

  describe('with owners', () => {
    const MIB = 1024 * 1024;
    const large = () => new BodyBudget({ arrivingBytes: 128 * MIB, stalledBytes: 32 * MIB, allBytes: 256 * MIB });
    const response = () => Object.assign(new EventEmitter(), { closed: false });
    const start = (all: BodyBudget, owner: string, announcedBytes: number) =>
      all.begin(({ fault }: RequestFault) => ended.push(`${owner}: ${fault.kind}`), { announcedBytes, owner });

    it('lets one owner use a quarter for arriving bodies, and leaves the rest to others', () => {
      const all = large();
      start(all, 'greedy', 20 * MIB);
      expect(() => start(all, 'greedy', 20 * MIB)).toThrow('overloaded');
      for (const owner of ['a', 'b', 'c', 'd', 'e']) start(all, owner, 20 * MIB);
      expect(() => start(all, 'f', 20 * MIB)).toThrow('overloaded');
    });

    it('lets one owner use a quarter for bodies in handling', () => {
      const all = large();
      const handled = [1, 2, 3].map(() => {
        start(all, 'greedy', 20 * MIB).end();
        const answer = response();
        all.keepUntilAnswered(answer as never, 20 * MIB, 'greedy');
        return answer;
      });
      expect(() => start(all, 'greedy', 20 * MIB)).toThrow('overloaded');
      start(all, 'other', 20 * MIB).end();
      start(all, 'greedy', 1_000).end();
      handled[0]?.emit('close');
      start(all, 'greedy', 20 * MIB).end();
    });

    it('counts bodies without a length too, and drops those of the same owner that are stalled', () => {
      const all = large();
      const [stalled, other] = [start(all, 'greedy', 0), start(all, 'other', 0)];
      for (const body of [stalled, other]) body.hold(30 * MIB, 30 * MIB);
      const moving = start(all, 'greedy', 0);
      moving.hold(3 * MIB, 3 * MIB);
      expect(ended).toEqual(['greedy: overloaded']);
      all.tick();
      all.tick();
      start(all, 'greedy', 0).hold(3 * MIB, 3 * MIB);
      expect(ended).toEqual(['greedy: overloaded', 'greedy: overloaded']);
      expect([stalled.heldBytes, other.heldBytes]).toEqual([0, 30 * MIB]);
    });
  });

  it('refuses only the body that exceeds the budget', () => {
    fill('first', 600);
    const second = fill('second', 300);
    second.hold(200, 500);
    expect(ended).toEqual(['second: overloaded']);
    fill('third', 400);
    expect(ended).toHaveLength(1);
  });

  it('drops stalled bodies above their share, the oldest first, and only as many as needed', () => {
    for (const name of ['first', 'second', 'third']) fill(name, 150);
    seconds(1);
    expect(ended).toEqual([]);
    seconds(1);
    expect(ended).toEqual(['first: overloaded']);
    seconds(5);
    expect(ended).toHaveLength(1);
  });

  it('treats single bytes as a stall, and a body that makes progress as none', () => {
    const [crawling, moving] = [fill('crawling', 400), fill('moving', 400)];
    for (let second = 0; second < 3; second += 1) {
      crawling.hold(1, 400);
      moving.hold(16 * 1024, 400);
      budget.tick();
    }
    expect(ended).toEqual(['crawling: overloaded']);
  });

  it('drops stalled bodies if one with progress needs their memory', () => {
    fill('stalled', 300);
    seconds(2);
    fill('moving', 700).hold(100, 800);
    expect(ended).toEqual(['stalled: overloaded']);
  });

  it('admits a body if a stalled one can be dropped', () => {
    const first = fill('first', 1_000);
    seconds(1);
    expect(() => begin('second')).toThrow('overloaded');
    first.hold(0, 250);
    seconds(1);
    fill('second', 750);
    begin('third');
    expect(ended).toEqual(['first: overloaded']);
  });

  it('counts large bodies until their requests are answered, and lets small ones pass', () => {
    const large = new BodyBudget({ ...TERMS, arrivingBytes: 150_000 });
    const beginLarge = (name: string) => large.begin(({ fault }: RequestFault) => ended.push(`${name}: ${fault.kind}`));
    const response = Object.assign(new EventEmitter(), { closed: false });
    large.keepUntilAnswered(response as never, 199_900);
    beginLarge('small').hold(1_000, 1_000);
    beginLarge('first').hold(70_000, 70_000);
    expect(ended).toEqual(['first: overloaded']);
    response.emit('close');
    beginLarge('second').hold(70_000, 70_000);
    expect(ended).toHaveLength(1);
  });

  it('does not count complete small bodies, or those of finished requests', () => {
    for (let request = 0; request < 100; request += 1)
      budget.keepUntilAnswered(Object.assign(new EventEmitter(), { closed: false }) as never, 64 * 1024);
    budget.keepUntilAnswered(Object.assign(new EventEmitter(), { closed: true }) as never, 200_000);
    expect(() => begin('first')).not.toThrow();
  });

  it('drops a body that is silent for 15 seconds', () => {
    fill('first', 290).hold(900_000, 290);
    fill('second', 10).hold(900_000, 10);
    seconds(15);
    expect(ended).toEqual([]);
    seconds(1);
    expect(ended).toEqual(['first: body_malformed', 'second: body_malformed']);
    expect(() => begin('third').hold(1_000, 1_000)).not.toThrow();
    expect(ended).toHaveLength(2);
  });

  it('drops a body that is slower than 4 KiB a second after 10 seconds', () => {
    const [slow, quick] = [begin('slow'), begin('quick')];
    for (let second = 0; second < 60; second += 1) {
      if (ended.length === 0) slow.hold(3_000, 1);
      quick.hold(4_096, 1);
      budget.tick();
    }
    expect(ended).toEqual(['slow: body_malformed']);
  });

  it('forgets finished bodies', () => {
    const body = fill('first', 700);
    body.end();
    body.end();
    fill('second', 1_000).end();
    seconds(100);
    expect(ended).toEqual([]);
  });
});
