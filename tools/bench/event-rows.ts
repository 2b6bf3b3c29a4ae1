import { ServerSentEventReader } from '@shipyard/suppliers';
import { median } from './alternating-rounds';
import type { Bench } from './bench-stack';

const LINE_BYTES = 8 * 1024 * 1024;
const ROUNDS = 5;

export interface EventRow {
  bytes: number;
  /** The median of the CPU time for the whole line. */
  cpuMs: number;
}

/** One line of a supplier's stream that comes a byte at a time, as a supplier could send it to keep a process busy. */
export function measureEvent({ quick, report, stopping }: Bench): EventRow {
  report('Measuring: an event that comes byte by byte');
  const line = Buffer.from(`data: ${'a'.repeat(LINE_BYTES - 'data: \n\n'.length)}\n\n`);
  const times: number[] = [];
  for (let round = 0; round < (quick ? 1 : ROUNDS); round += 1) {
    stopping.throwIfAborted();
    times.push(cpuMsOf(line));
  }
  return { bytes: line.length, cpuMs: median(times) };
}

/** Made once, because to cut each byte off the line would cost more than to read it. */
const ONE_BYTE = Array.from({ length: 256 }, (_, byte) => Buffer.from([byte]));

function cpuMsOf(line: Buffer): number {
  const reader = new ServerSentEventReader();
  const before = process.cpuUsage();
  let events = 0;
  for (const byte of line) events += reader.push(ONE_BYTE[byte] ?? line).length;
  const { user, system } = process.cpuUsage(before);
  if (events !== 1) throw new Error('The reader of events lost the event');
  return (user + system) / 1_000;
}
