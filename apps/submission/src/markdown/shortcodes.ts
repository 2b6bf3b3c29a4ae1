import { nameToEmoji } from 'gemoji';

const EMOJI = new Map(Object.entries(nameToEmoji));

/** GitHub's `:rocket:`. What is no name of an emoji stays. */
export const replaceShortcodes = (text: string) => text.replace(/:([a-z0-9_+-]+):/g, (written, name: string) => EMOJI.get(name) ?? written);
