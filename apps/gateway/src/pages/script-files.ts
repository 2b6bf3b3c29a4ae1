import path from 'node:path';
import { ScriptFiles } from '@shipyard/pages';

/** `npx nx build studio` puts its files beside the bundle of this service. */
export const SCRIPT_FILES = new ScriptFiles(path.resolve(__dirname, '../studio'), '/studio-files');

/** The scripts of pages, of which `main` is the entry of one kind of them. */
export const pageScripts = (main: string) => ({
  main: () => ({ url: SCRIPT_FILES.script(main).url }),
  pictures: () => SCRIPT_FILES.script('src/pictures.ts'),
  player: () => SCRIPT_FILES.script('src/play.ts'),
  copyButtons: () => SCRIPT_FILES.script('src/copy.ts'),
});
