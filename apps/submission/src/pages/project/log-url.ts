/** The page that shows the log, wherever it is by then: older logs move to further pages. */
export const logUrl = (slug: string, sequence: number) => `/projects/${slug}?log=${sequence}#log-${sequence}`;
