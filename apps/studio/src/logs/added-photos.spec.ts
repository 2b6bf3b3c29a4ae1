import { addPhotos, photosAgain } from './added-photos';

const WORDS = {
  add: '',
  drop: '',
  hint: '',
  caption: '',
  remove: '',
  added: '{path} is added.',
  addedMany: '{count} photos are added.',
  removed: '',
  lost: '',
  unkept: '',
  damaged: '',
  svg: 'No SVG.',
  heic: 'No HEIC.',
  making: '',
  shrunk: '',
  earlier: '',
  later: '',
  moved: '',
  kind: 'No image.',
  tooLarge: 'Too large.',
  tooMany: 'Too many.',
  refused: '{path}: {reason}',
};

const photo = (name: string, { type = 'image/png', size = 1_000 } = {}) => ({ name, type, size });
const add = (chosen: ReturnType<typeof photo>[], ...files: ReturnType<typeof photo>[]) =>
  addPhotos(chosen, files, WORDS);

describe('photos that are added to a log', () => {
  it('stand behind those that were chosen before, in their order', () => {
    const { photos, said, refused } = add([photo('a.png')], photo('c.png'), photo('b.png'));
    expect(photos.map(({ name }) => name)).toEqual(['a.png', 'c.png', 'b.png']);
    expect([said, refused]).toEqual(['2 photos are added.', null]);
  });

  it.each([
    { file: photo('a.svg', { type: 'image/svg+xml' }), refused: 'a.svg: No SVG.' },
    { file: photo('a.heic', { type: '' }), refused: 'a.heic: No HEIC.' },
    { file: photo('a.txt', { type: 'text/plain' }), refused: 'a.txt: No image.' },
    { file: photo('a.png', { size: 5 * 1024 * 1024 + 1 }), refused: 'a.png: Too large.' },
  ])('are told apart from what the service refuses: $refused', ({ file, refused }) => {
    expect(add([], file, photo('b.png'))).toEqual({ photos: [photo('b.png')], said: 'b.png is added.', refused });
  });

  it('are as many as the service takes', () => {
    const many = Array.from({ length: 34 }, (_, at) => photo(`${at}.png`));
    const { photos, refused } = add([], ...many);
    expect([photos.length, refused]).toEqual([32, '32.png, 33.png: Too many.']);
    expect(add(photos, photo('more.png')).refused).toBe('more.png: Too many.');
  });

  it('are taken once if their names and their bytes are the same', async () => {
    const file = (name: string, text: string) => new File([text], name, { type: 'image/png' });
    const [one, again, other, renamed] = [
      file('a.png', 'x'),
      file('a.png', 'x'),
      file('a.png', 'y'),
      file('b.png', 'x'),
    ];
    expect([...(await photosAgain([one, other, renamed, again]))]).toEqual([again]);
  });
});
