import { RequestFault } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import fc from 'fast-check';
import { BY_NAME, NEWEST_FIRST, NEWEST_TASK_FIRST, readIdCursor, writeIdCursor } from './page';

describe('a cursor', () => {
  it('reads what it wrote', () => {
    const [id, taskId] = [uuidv7(), `imgtask_${uuidv7().replaceAll('-', '')}`];
    expect(readIdCursor(writeIdCursor(id), NEWEST_FIRST.id)).toBe(id);
    expect(readIdCursor(writeIdCursor(taskId), NEWEST_TASK_FIRST.id)).toBe(taskId);
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 }).filter((id) => BY_NAME.id.test(id)),
        (id) => expect(readIdCursor(writeIdCursor(id), BY_NAME.id)).toBe(id),
      ),
    );
  });

  it('refuses everything else', () => {
    const read = (text: string) => () => readIdCursor(text, NEWEST_FIRST.id);
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => expect(read(text)).toThrow(RequestFault)));
    expect(read(writeIdCursor('sandbox-chat'))).toThrow(RequestFault);
    expect(read(`${writeIdCursor(uuidv7())}=`)).toThrow(RequestFault);
    expect(() => readIdCursor(writeIdCursor('a\0b'), BY_NAME.id)).toThrow(RequestFault);
  });
});
