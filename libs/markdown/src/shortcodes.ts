import { nameToEmoji } from 'gemoji';

const EMOJI = new Map(Object.entries(nameToEmoji));

export const replaceShortcodes = (text: string) =>
  text.replace(/:([a-z0-9_+-]+):/g, (written, name: string) => EMOJI.get(name) ?? written);
