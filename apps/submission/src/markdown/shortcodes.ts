import { nameToEmoji } from 'gemoji';

const EMOJI = new Map(Object.entries(nameToEmoji));

/** Replaces GitHub's `:rocket:` codes. Unknown codes stay as they are. */
export const replaceShortcodes = (text: string) => text.replace(/:([a-z0-9_+-]+):/g, (written, name: string) => EMOJI.get(name) ?? written);
