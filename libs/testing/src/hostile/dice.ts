import { randomNumbers } from '../random-numbers';

export class Dice {
  private readonly next: () => number;

  constructor(seed: number) {
    this.next = randomNumbers(seed);
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  percent(share: number): boolean {
    return this.next() * 100 < share;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('There is nothing to pick from');
    return item;
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)));
  }
}
