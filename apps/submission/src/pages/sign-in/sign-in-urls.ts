import { withNext } from '@shipyard/pages';

export const logInUrl = (next: string | null) => withNext('/login', next);
export const joinUrl = (next: string | null) => withNext('/join', next);
