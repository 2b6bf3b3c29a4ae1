/** Where the console of operators begins. Its errors are pages whatever the client accepts. */
export const CONSOLE_HOME = '/admin/console';
