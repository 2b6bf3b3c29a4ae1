import type { Words } from '../words/words';
import type { SettingsErrors, SettingsField } from './settings-errors';
import type { Messages } from './settings-part';

export const labelsOf = ({
  profile,
  email,
  birth,
  guardian,
  tokens,
  password,
  erase,
}: Words['settings']): Record<SettingsField, string> => ({
  new_email: email.change.label,
  email_password: email.change.password,
  token_name: tokens.name,
  token_expires: tokens.expires,
  token_password: tokens.password,
  display_name: profile.name,
  bio: profile.bio,
  locale: profile.language,
  birth_date: birth.label,
  guardian_email: guardian.label,
  current_password: password.current,
  new_password: password.new,
  fate: erase.projects,
  confirm_handle: erase.handle,
  erase_password: erase.password,
});

export function messagesOf(words: Words['settings'], errors: SettingsErrors): Messages {
  const { profile, email, birth, guardian, tokens, password, erase } = words;
  return {
    new_email: newEmailProblem(email.change, errors.new_email),
    email_password:
      errors.email_password &&
      (errors.email_password === 'missing' ? email.change.passwordMissing : email.change.passwordWrong),
    token_name: errors.token_name && (errors.token_name === 'twice' ? tokens.twice : tokens.nameInvalid),
    token_expires: errors.token_expires && tokens.expiresInvalid,
    token_password:
      errors.token_password && (errors.token_password === 'needed' ? tokens.passwordHint : tokens.passwordWrong),
    display_name: errors.display_name && profile.nameInvalid,
    bio: errors.bio && profile.bioInvalid,
    locale: errors.locale && profile.languageInvalid,
    birth_date: errors.birth_date && birth.invalid,
    guardian_email: guardianProblem(guardian.problems, errors.guardian_email),
    current_password: errors.current_password && password.currentWrong,
    new_password: errors.new_password && password.newInvalid,
    fate: errors.fate && erase.projectsMissing,
    confirm_handle: errors.confirm_handle && erase.handleWrong,
    erase_password:
      errors.erase_password && (errors.erase_password === 'missing' ? erase.passwordMissing : erase.passwordWrong),
  };
}

function guardianProblem(
  words: Words['settings']['guardian']['problems'],
  error: SettingsErrors['guardian_email'],
): string | undefined {
  return error && words[error === 'own' || error === 'often' ? error : 'invalid'];
}

function newEmailProblem(
  words: Words['settings']['email']['change'],
  error: SettingsErrors['new_email'],
): string | undefined {
  if (error === undefined) return undefined;
  if (error === 'own') return words.same;
  return error === 'guardian' ? words.guardian : words.invalid;
}
