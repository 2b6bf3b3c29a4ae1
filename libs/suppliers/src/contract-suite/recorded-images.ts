import type { AnswerHead, SupplierError, SupplierFault } from '../contract/supplier-error';
import type { ImageAnswer } from '../images/obtain-images';
import type { VendorName } from '../registry';
import { readFixtures } from './subject';

interface Fixture {
  answers: { body: unknown; sources: string[]; revised: (string | null)[]; faults: SupplierFault[] }[];
  tasks?: { body: unknown; status: string; fault?: SupplierFault }[];
  failures: { status: number; body: unknown; fault: SupplierFault; mayBeAccepted: boolean }[];
}

interface Reading {
  read: (body: unknown) => ImageAnswer;
  toFailure: (head: AnswerHead, body: unknown) => SupplierError;
  readTask?: (body: unknown) => object;
  folder?: string;
}

export function describeRecordedImages(vendor: VendorName, { read, toFailure, readTask, folder }: Reading): void {
  const fixtures = readFixtures<Fixture>(vendor, /\.json$/, folder);

  describe.each(fixtures)(`the recorded images of ${vendor}: %s`, (_file, { answers, tasks = [], failures }) => {
    it.each(answers)('are read: $sources', ({ body, sources, revised, faults }) => {
      const { images, failures: refused } = read(body);
      expect(images.map(({ source }) => ('url' in source ? source.url : source.base64))).toEqual(sources);
      expect(images.map(({ revisedPrompt }) => revisedPrompt)).toEqual(revised);
      expect(refused.map(({ fault }) => fault)).toEqual(faults);
    });

    if (readTask && tasks.length > 0) {
      it.each(tasks)('are work that is $status: $body', ({ body, status, fault }) => {
        const task = readTask(body);
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

    it.each([
      [undefined],
      [null],
      ['busy'],
      [[]],
      [{}],
      [{ data: 'none' }],
      [{ output: { task_status: 'SUCCEEDED' } }],
      [{ data: [null, 1, { url: 7 }] }],
    ])('are none in %j', (body) => {
      const images = (() => {
        try {
          return read(body).images;
        } catch (error) {
          return error;
        }
      })();
      if (Array.isArray(images)) expect(images).toEqual([]);
      else expect(images).toMatchObject({ fault: 'failed' });
    });
  });
}
