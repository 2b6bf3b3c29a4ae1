/** The metadata of a route that takes a form of the studio. */
export const STUDIO_FORM = 'shipyard:studio-form';

/** Begins the names of the log-in fields in a form that carries other fields along. */
export const LOG_IN_PREFIX = 'log_in_';
