const SECRETS = /(?:pst|prt|ivc|ivs|prf|pdc|pgt|gwk|gwa)_[0-9A-Za-z]+/g;

/** Hides tokens in what is shown. */
export const withoutSecrets = (text: string): string => text.replace(SECRETS, '***');
