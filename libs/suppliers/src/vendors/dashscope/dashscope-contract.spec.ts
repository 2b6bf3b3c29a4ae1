import { startFakeDashScope } from '@shipyard/testing';
import { describeImageContract } from '../../contract-suite/image-contract';
import { describeImageJobs } from '../../contract-suite/image-jobs';
import type { ImageContract } from '../../contract-suite/image-subject';
import { describeRecordedImages } from '../../contract-suite/recorded-images';
import type { ImageAnswer } from '../../images/obtain-images';
import { toDashScopeFailure } from './dashscope-failure';
import { fromSubmission, fromTask } from './from-dashscope-response';

const WAN_2_2: ImageContract = {
  vendor: 'dashscope',
  start: () => startFakeDashScope(),
  model: 'wan2.2-t2i-fake',
  writesBase64: false,
  revises: true,
  userAt: null,
};

describeImageContract(WAN_2_2);

describeImageJobs({ ...WAN_2_2, size: { width: 1_024, height: 1_024 } });

describeImageContract({
  vendor: 'dashscope',
  title: 'dashscope, in messages',
  start: () => startFakeDashScope(),
  model: 'wan2.6-t2i-fake',
  writesBase64: false,
  revises: false,
  userAt: null,
});

function readTask(body: unknown): ImageAnswer {
  const task = fromTask(body);
  if (task.status !== 'drawn') throw new Error(`The task is ${task.status}`);
  return task.answer;
}

describeRecordedImages('dashscope', { read: readTask, toFailure: toDashScopeFailure, readTask: fromTask });

describe('the id of work that a supplier took on', () => {
  it('is its own', () =>
    expect(fromSubmission({ output: { task_status: 'PENDING', task_id: 'a-b' }, request_id: 'r' })).toBe('a-b'));

  it.each([
    [undefined],
    [{}],
    [{ output: {} }],
    [{ output: { task_id: '' } }],
    [{ output: { task_id: 7 } }],
    [{ output: { task_id: 'a\u0000' } }],
    [{ output: { task_id: 'a b' } }],
    [{ output: { task_id: 'x'.repeat(201) } }],
  ])('is missing in %j', (body) => {
    expect(() => fromSubmission(body)).toThrow(
      expect.objectContaining({ fault: 'failed', mayBeAccepted: true }) as Error,
    );
  });
});
