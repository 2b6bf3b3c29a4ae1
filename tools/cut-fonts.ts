import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import subsetFont from 'subset-font';

/** `node tools/run.cjs tools/cut-fonts.ts`: cuts the files in `libs/ui/src/fonts` out of Archivo, as `cut.json` says. */

const ARCHIVO = path.dirname(require.resolve('@fontsource-variable/archivo/package.json'));
const FONTS = path.join(__dirname, '..', 'libs', 'ui', 'src', 'fonts');

interface Cut {
  source: string;
  /** Code points in hexadecimal. */
  ranges: string[];
  width: number;
  weight: { min: number; max: number };
}

function lettersIn(range: string): string {
  const [first = 0, last = first] = range.split('-').map((point) => parseInt(point, 16));
  return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join('');
}

async function cut({ source, ranges, width, weight }: Cut): Promise<Buffer> {
  const whole = await readFile(path.join(ARCHIVO, 'files', source));
  return subsetFont(whole, ranges.map(lettersIn).join(''), {
    targetFormat: 'woff2',
    noLayoutClosure: true,
    variationAxes: { wdth: width, wght: weight },
  });
}

async function cutAll(): Promise<void> {
  const cuts = JSON.parse(await readFile(path.join(FONTS, 'cut.json'), 'utf8')) as Record<string, Cut>;
  for (const [name, each] of Object.entries(cuts)) {
    const bytes = await cut(each);
    await writeFile(path.join(FONTS, `archivo-${name}.woff2`), bytes);
    console.log(`archivo-${name}.woff2: ${bytes.length} bytes`);
  }
}

void cutAll();
