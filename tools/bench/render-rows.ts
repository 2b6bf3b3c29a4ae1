import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Bench } from './bench-stack';

const FLAGS = [
  '--max-old-space-size=384',
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
  '--single-threaded-gc',
];

export interface RenderRow {
  name: string;
  cpuMs: number;
}

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('');

const READMES: Record<string, string> = {
  '100,000 short paragraphs': lines(100_000, (index) => `Day ${index % 1_000}\n\n`),
  '20,000 list items': lines(20_000, (index) => `- item ${index} has *some* words and \`code\` in it\n`),
  '5,000 table rows': `| a | b | c |\n|---|---|---|\n${lines(5_000, (index) => `| ${index} | **bold** ${'words '.repeat(25)}| [a link](https://example.org/${index}) |\n`)}`,
};

export async function measureRenders({ report }: Bench): Promise<RenderRow[]> {
  const rows: RenderRow[] = [];
  for (const [name, markdown] of Object.entries(READMES)) {
    report(`Measuring: a README of ${name}`);
    const child = fork(path.resolve('dist/apps/submission/markdown/render.process.js'), {
      execArgv: FLAGS,
      serialization: 'advanced',
    });
    try {
      await messageOf(child);
      child.send({ kind: 'read', markdown });
      rows.push({ name, cpuMs: cpuMsOf(await messageOf(child)) });
    } finally {
      child.kill('SIGKILL');
    }
  }
  return rows;
}

async function messageOf(child: ChildProcess): Promise<unknown> {
  const [message] = (await once(child, 'message')) as unknown[];
  return message;
}

function cpuMsOf(answer: unknown): number {
  if (
    typeof answer === 'object' &&
    answer !== null &&
    'kind' in answer &&
    answer.kind === 'read' &&
    'cpuMs' in answer &&
    typeof answer.cpuMs === 'number'
  )
    return answer.cpuMs;
  throw new Error('The process that renders refused a README that it must render');
}
