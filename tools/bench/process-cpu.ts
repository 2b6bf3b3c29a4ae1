import { readFile } from 'node:fs/promises';

/** Linux counts in ticks of 10 ms. */
const TICK_MICROS = 10_000;

/** Returns the user and system time of a process in microseconds, or null without /proc. */
export async function cpuMicrosOf(pid: number): Promise<number | null> {
  try {
    const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
    // Fields 14 and 15 of the whole line.
    return (Number(fields[11]) + Number(fields[12])) * TICK_MICROS;
  } catch {
    return null;
  }
}
