import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { toDashScopeFailure } from './dashscope/dashscope-failure';
import { fromSubmission, fromTask } from './dashscope/from-dashscope-response';
import { fromOpenAiImages } from './openai/from-openai-images';
import { toOpenAiFailure } from './openai/openai-failure';
import type { PictureAnswer } from '../images/obtain-pictures';
import type { AnswerHead, SupplierError, SupplierFault } from '../contract/supplier-error';
import { toZhipuFailure } from './zhipu/zhipu-failure';

interface Fixture {
  answers: { body: unknown; sources: string[]; revised: (string | null)[]; faults: SupplierFault[] }[];
  /** Where the supplier draws in its own time. */
  tasks?: { body: unknown; status: string; fault?: SupplierFault }[];
  failures: { status: number; body: unknown; fault: SupplierFault; mayBeAccepted: boolean }[];
}

interface Family {
  folder: string;
  read: (body: unknown) => PictureAnswer;
  toFailure: (head: AnswerHead, body: unknown) => SupplierError;
}

const FAMILIES: Family[] = [
  { folder: 'openai/__fixtures__/images', read: fromOpenAiImages, toFailure: toOpenAiFailure },
  { folder: 'dashscope/__fixtures__', read: readTask, toFailure: toDashScopeFailure },
  { folder: 'volcengine-images/__fixtures__', read: fromOpenAiImages, toFailure: toOpenAiFailure },
  { folder: 'zhipu/__fixtures__/images', read: fromOpenAiImages, toFailure: toZhipuFailure },
];

function readTask(body: unknown): PictureAnswer {
  const task = fromTask(body);
  if (task.status !== 'drawn') throw new Error(`The task is ${task.status}`);
  return task.answer;
}

const fixtures = FAMILIES.flatMap((family) =>
  readdirSync(path.join(__dirname, family.folder))
    .filter((file) => file.endsWith('.json'))
    .map((file): [string, Family, Fixture] => [file, family, JSON.parse(readFileSync(path.join(__dirname, family.folder, file), 'utf8')) as Fixture]),
);

describe.each(fixtures)('the recorded pictures of %s', (_file, { read, toFailure }, { answers, tasks = [], failures }) => {
  it.each(answers)('are read: $sources', ({ body, sources, revised, faults }) => {
    const { pictures, failures: refused } = read(body);
    expect(pictures.map(({ source }) => ('url' in source ? source.url : source.base64))).toEqual(sources);
    expect(pictures.map(({ revisedPrompt }) => revisedPrompt)).toEqual(revised);
    expect(refused.map(({ fault }) => fault)).toEqual(faults);
  });

  if (tasks.length > 0) {
    it.each(tasks)('are work that is $status: $body', ({ body, status, fault }) => {
      const task = fromTask(body);
      expect(task).toMatchObject(fault === undefined ? { status } : { status, error: { fault } });
    });
  }

  if (failures.length > 0) {
    it.each(failures)('fail with $status: $fault', ({ status, body, fault, mayBeAccepted }) => {
      const error = toFailure({ status }, body);
      expect(error).toMatchObject({ fault, mayBeAccepted });
      expect(error.message).not.toMatch(/Request ID|[一-鿿]/);
    });
  }

  it.each([[undefined], [null], ['busy'], [[]], [{}], [{ data: 'none' }], [{ output: { task_status: 'SUCCEEDED' } }], [{ data: [null, 1, { url: 7 }] }]])('are none in %j', (body) => {
    const pictures = (() => {
      try {
        return read(body).pictures;
      } catch (error) {
        return error;
      }
    })();
    if (Array.isArray(pictures)) expect(pictures).toEqual([]);
    else expect(pictures).toMatchObject({ fault: 'failed' });
  });
});

describe('the id of work that a supplier took on', () => {
  it('is its own', () => expect(fromSubmission({ output: { task_status: 'PENDING', task_id: 'a-b' }, request_id: 'r' })).toBe('a-b'));

  it.each([[undefined], [{}], [{ output: {} }], [{ output: { task_id: '' } }], [{ output: { task_id: 7 } }], [{ output: { task_id: 'a\u0000' } }], [{ output: { task_id: 'a b' } }], [{ output: { task_id: 'x'.repeat(201) } }]])('is missing in %j', (body) => {
    expect(() => fromSubmission(body)).toThrow(expect.objectContaining({ fault: 'failed', mayBeAccepted: true }) as Error);
  });
});
