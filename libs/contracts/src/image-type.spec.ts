import { nameOfOtherImage, sniffImage } from './image-type';

describe('sniffImage', () => {
  it.each(['%PDF-1.7', '<html>', '\0\0\0\x1cftypavif', '\0\0\0\x18ftypheic', 'BM', 'RIFF\0\0\0\0WAVE', ''])(
    'returns null for %j',
    (head) => expect(sniffImage(Buffer.from(head, 'latin1'))).toBeNull(),
  );
});

describe('an image of another kind', () => {
  it.each([
    { head: '\0\0\0\x18ftypheic', name: 'HEIC' },
    { head: '\0\0\0\x18ftypmif1', name: 'HEIC' },
    { head: '\0\0\0\x1cftypavif', name: 'AVIF' },
    { head: 'II*\0', name: 'TIFF' },
    { head: 'BM', name: 'BMP' },
    { head: '<?xml version="1.0"?>\n<svg width="1">', name: 'SVG' },
    { head: '\0\0\0\x18ftypmp42', name: null },
    { head: '%PDF-1.7', name: null },
    { head: '', name: null },
  ])('$head is $name', ({ head, name }) => expect(nameOfOtherImage(Buffer.from(head, 'latin1'))).toBe(name));
});
