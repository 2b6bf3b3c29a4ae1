import type { DataSource } from 'typeorm';

/** Reads the rows of an account or a project that follow `after`, or the first ones if it is null. */
export type ReadPage<Row> = (
  dataSource: DataSource,
  ownerId: string,
  after: string | null,
  limit: number,
) => Promise<Row[]>;
