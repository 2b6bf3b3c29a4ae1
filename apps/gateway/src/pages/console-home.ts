/** Where the console of operators begins. Its errors are pages whatever the client accepts. */
export const CONSOLE_HOME = '/admin/console';

/** Where the pages of members begin. Its errors are pages too. */
export const USAGE_HOME = '/usage';
