export const OPTIONS = {
  json: { type: 'boolean' },
  fields: { type: 'string' },
  quiet: { type: 'boolean' },
  'no-input': { type: 'boolean' },
  cwd: { type: 'string' },
  url: { type: 'string' },
  verbose: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
  'token-stdin': { type: 'boolean' },
  program: { type: 'string' },
  slug: { type: 'string' },
  name: { type: 'string' },
  existing: { type: 'string' },
  port: { type: 'string' },
  'dry-run': { type: 'boolean' },
  watch: { type: 'boolean' },
  yes: { type: 'boolean' },
  force: { type: 'boolean' },
  edit: { type: 'boolean' },
  visibility: { type: 'string' },
  resize: { type: 'boolean' },
} as const;

export type OptionName = keyof typeof OPTIONS;
export type Options = { [Name in OptionName]?: (typeof OPTIONS)[Name]['type'] extends 'string' ? string : boolean };

export const GLOBAL_OPTIONS: readonly OptionName[] = [
  'json',
  'fields',
  'quiet',
  'no-input',
  'cwd',
  'url',
  'verbose',
  'help',
  'version',
];

/** What help calls the value of an option. */
const VALUES: Partial<Record<OptionName, string>> = {
  cwd: 'DIR',
  fields: 'LIST',
  url: 'URL',
  program: 'ID',
  slug: 'SLUG',
  name: 'NAME',
  existing: 'SLUG',
  visibility: 'public|unlisted|private',
  port: 'PORT',
};

export const takesValue = (name: OptionName): boolean => OPTIONS[name].type === 'string';

/** As help shows it, as in `--port PORT`. */
export const flagOf = (name: OptionName): string => `--${name}${takesValue(name) ? ` ${VALUES[name]}` : ''}`;
