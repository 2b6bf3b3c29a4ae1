import { nameToEmoji } from 'gemoji';

const EMOJI = new Map(Object.entries(nameToEmoji));

/** GitHub's `:rocket:`. What is no name of an emoji stays. */
export const replaceShortcodes = (text: string) => text.replace(/:([a-z0-9_+-]+):/gi, (written, name: string) => EMOJI.get(name.toLowerCase()) ?? written);
