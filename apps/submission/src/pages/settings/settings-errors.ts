/** What was just done on the page. */
export const SETTINGS_PARTS = [
  'profile',
  'email',
  'email-asked',
  'email-cancelled',
  'birth',
  'guardian',
  'tokens',
  'revoked',
  'password',
  'session-ended',
  'sessions-ended',
] as const;

export type SettingsPart = (typeof SETTINGS_PARTS)[number];

/** The fields of all forms, which have different names, because they stand on one page. */
export type SettingsField =
  | 'display_name'
  | 'bio'
  | 'locale'
  | 'birth_date'
  | 'guardian_email'
  | 'new_email'
  | 'email_password'
  | 'token_name'
  | 'token_expires'
  | 'token_password'
  | 'current_password'
  | 'new_password'
  | 'fate'
  | 'confirm_handle'
  | 'erase_password';

export type SettingsErrors = Partial<
  Record<SettingsField, 'missing' | 'invalid' | 'wrong' | 'needed' | 'twice' | 'own' | 'often' | 'guardian'>
>;
