import { sniffImage } from './image-type';

describe('sniffImage', () => {
  it.each(['%PDF-1.7', '<html>', '\0\0\0\x1cftypavif', '\0\0\0\x18ftypheic', 'BM', 'RIFF\0\0\0\0WAVE', ''])(
    'returns null for %j',
    (head) => expect(sniffImage(Buffer.from(head, 'latin1'))).toBeNull(),
  );
});
