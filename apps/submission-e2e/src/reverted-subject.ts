import type { TestStack } from '@shipyard/testing';

/** What the data of a subject becomes when its migrations are reverted, and when they are applied again. */
export interface Subject {
  /** The title of its tests. */
  says: string;
  /** Its data must not be touched by a worker. So it comes when all processes are paused. */
  whilePaused?: true;
  /** Nothing shows until its migrations are applied again. */
  showsWhenBack?: true;
  arrange: (stack: TestStack) => Promise<Checks>;
}

export interface Checks {
  whenReverted?: () => Promise<void>;
  /** Adds what the version before may have written, at the end of the way down. */
  writeBefore?: () => Promise<unknown>;
  whenBack?: () => Promise<void>;
}

export type Rows = (statement: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

export const rowsOf =
  (stack: TestStack): Rows =>
  (statement, values) =>
    stack.query('submission', statement, values);
