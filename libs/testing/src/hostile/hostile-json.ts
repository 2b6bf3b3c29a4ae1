import type { Dice } from './dice';
import { hostileMarkdown, oddText, oddValue } from './hostile-values';

type Place = (string | number)[];

export function hostileJson(dice: Dice, sample: unknown): Buffer {
  if (dice.percent(25)) return Buffer.from(JSON.stringify(sample));
  if (dice.percent(8)) return Buffer.from(wholeInstead(dice));
  const body: unknown = structuredClone(sample);
  for (let changes = 1 + dice.below(3); changes > 0; changes -= 1) change(dice, body);
  const text = Buffer.from(JSON.stringify(body) ?? '');
  return dice.percent(15) ? damageBytes(dice, text) : text;
}

export function damageBytes(dice: Dice, bytes: Buffer): Buffer {
  const at = dice.below(bytes.length + 1);
  switch (dice.below(4)) {
    case 0: {
      const flipped = Buffer.from(bytes);
      for (let flips = 1 + dice.below(8); flips > 0 && bytes.length > 0; flips -= 1)
        flipped[dice.below(bytes.length)] = dice.below(256);
      return flipped;
    }
    case 1:
      return bytes.subarray(0, at);
    case 2:
      return Buffer.concat([bytes.subarray(0, at), dice.bytes(1 + dice.below(12)), bytes.subarray(at)]);
    default:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(dice.below(at + 1))]);
  }
}

function wholeInstead(dice: Dice): string {
  switch (dice.below(9)) {
    case 0:
      return '['.repeat(1 + dice.below(100_000));
    case 1:
      return '{"a":'.repeat(1 + dice.below(20_000));
    case 2: {
      const depth = 1 + dice.below(5_000);
      return `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    }
    case 3:
      return `{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":${at}`).join(',')}}`;
    case 4:
      return `[${'0,'.repeat(100_000)}0]`;
    case 5:
      return `{"a":${'9'.repeat(1 + dice.below(100_000))}}`;
    case 6:
      return dice.pick([
        '',
        'null',
        '1',
        '"a"',
        '[]',
        '\ufeff{}',
        '{"a":1,"a":2}',
        '{"__proto__":{"a":1}}',
        '{"a":1e999}',
        '{"a":-0}',
        '{"a":"\\ud800"}',
        "{'a':1}",
        '{"a":1}x',
        'NaN',
        '{"constructor":{"prototype":{"a":1}}}',
      ]);
    case 7:
      return JSON.stringify({ a: 'x'.repeat(dice.percent(10) ? 9 * 1024 * 1024 : 300_000) });
    default:
      return JSON.stringify(oddValue(dice)) ?? '';
  }
}

function change(dice: Dice, body: unknown): void {
  const places = placesOf(body);
  if (places.length === 0 || dice.percent(10)) {
    if (typeof body === 'object' && body !== null)
      Reflect.set(
        body,
        dice.percent(50) ? oddText(dice) : dice.pick(['__proto__', 'constructor', 'id', 'admin', 'roles']),
        oddValue(dice),
      );
    return;
  }
  const place = dice.pick(places);
  const parent = parentOf(body, place);
  const name = place.at(-1) ?? '';
  const before: unknown = Reflect.get(parent, name);
  if (dice.percent(15)) Reflect.deleteProperty(parent, name);
  else if (typeof before === 'string' && dice.percent(50))
    Reflect.set(parent, name, dice.percent(30) ? hostileMarkdown(dice) : before + oddText(dice));
  else if (Array.isArray(before) && dice.percent(40))
    Reflect.set(
      parent,
      name,
      Array.from(
        { length: dice.below(dice.percent(10) ? 2_000 : 30) },
        () => structuredClone(before[0] ?? 'a') as unknown,
      ),
    );
  else if (typeof before === 'number' && dice.percent(50))
    Reflect.set(parent, name, dice.pick([0, -1, before + 1, before * 1e6, 1.5, 2 ** 31, 2 ** 53, 1e300]));
  else Reflect.set(parent, name, oddValue(dice));
}

function placesOf(value: unknown, before: Place = []): Place[] {
  if (typeof value !== 'object' || value === null || before.length > 8) return [];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.slice(0, 20).map((item: unknown, at) => [at, item])
    : Object.entries(value).slice(0, 50);
  return entries.flatMap(([name, item]) => [[...before, name], ...placesOf(item, [...before, name])]);
}

function parentOf(body: unknown, place: Place): object {
  let parent = body;
  for (const name of place.slice(0, -1)) parent = Reflect.get(parent as object, name);
  return parent as object;
}
