/** The forms of the page. Each name is also the id of its section. */
export const SETTINGS_PARTS = ['profile', 'email', 'birth', 'guardian', 'tokens', 'revoked', 'password'] as const;

export type SettingsPart = (typeof SETTINGS_PARTS)[number];

/** The fields of all forms, which have different names, because they stand on one page. */
export type SettingsField =
  | 'display_name'
  | 'bio'
  | 'locale'
  | 'birth_date'
  | 'guardian_email'
  | 'token_name'
  | 'token_expires'
  | 'token_password'
  | 'current_password'
  | 'new_password'
  | 'fate'
  | 'confirm_handle'
  | 'erase_password';

export type SettingsErrors = Partial<
  Record<SettingsField, 'missing' | 'invalid' | 'wrong' | 'needed' | 'twice' | 'own' | 'often'>
>;
