import { CALLER_ACTIONS } from '@shipyard/contracts';
import { envelopeErrors, HttpError } from '@shipyard/http';
import { ACCOUNT_SUSPENDED, BIRTH_DATE_SET } from './accounts';
import { errorTables } from './error-tables';
import { limitErrors } from './limits/limits.errors';
import { QUOTAS } from './limits/quotas';
import { NOT_OWNER, projectErrors } from './projects';
import { readmeErrors } from './readme';
import { messageOf, SENTENCES } from './pages/service-messages';
import { en } from './pages/words/en/en';
import { zhCn } from './pages/words/zh-cn/zh-cn';

/** Errors that pages show in another way than by the service's message, or never meet. */
const SHOWN_ELSEWHERE: Readonly<Record<string, string>> = {
  VALIDATION_FAILED: 'at the field',
  MALFORMED_BODY: 'the page of an unreadable form',
  AUTH_TOKEN_MISSING: 'the log-in',
  AUTH_TOKEN_INVALID: 'the log-in',
  NOT_FOUND: 'the page of a missing page',
  METHOD_NOT_ALLOWED: 'no form sends another method',
  UPLOAD_URL_INVALID: 'no page uses an upload URL',
  INTERNAL: 'the page of a fault',
  SERVICE_UNAVAILABLE: 'the page of a fault',
  RATE_LIMITED: 'the page of a 429, and the log-in form',
  LOGIN_INVALID: 'at the field',
  CSRF_INVALID: 'the form, shown again',
  EMAIL_TAKEN: 'at the field',
  HANDLE_TAKEN: 'at the field',
  ASSET_NOT_FOUND: 'the page of a missing page',
  CREATOR_NOT_FOUND: 'the page of a missing page',
  PROJECT_NOT_FOUND: 'the page of a missing page',
  PROGRAM_NOT_FOUND: 'at the field, and the page of a missing page',
  DOC_NOT_FOUND: 'no page',
  PROGRAM_CLOSED: 'at the field',
  SLUG_TAKEN: 'at the field',
  INTERVIEW_CREDENTIAL_INVALID: 'the page that follows it',
  IDEMPOTENCY_KEY_REUSED: 'at the field',
  RESET_TOKEN_INVALID: 'the page of a used link',
  README_IMAGE_MISSING: 'the editor, with a field for each picture',
  README_CHANGED: 'the editor, with both versions',
  PROPERTIES_CHANGED: 'no page',
  README_NOT_FOUND: 'the page of a missing page',
  GUARDIAN_CONSENT_REQUIRED: 'at the field',
  LOG_SEQUENCE_EXISTS: 'no page',
  PROJECT_INCOMPLETE: 'at the field',
  IMAGE_TYPE_UNSUPPORTED: 'at the field',
};

const HAN = /\p{Script=Han}/u;
const codes = errorTables.flatMap((table) => Object.keys(table));

describe('the messages of the service on pages', () => {
  it.each([...new Set(codes)].map((code) => ({ code })))(
    '$code has a sentence, or is shown in another way',
    ({ code }) => {
      expect(Object.hasOwn(SENTENCES, code)).toBe(!Object.hasOwn(SHOWN_ELSEWHERE, code));
    },
  );

  it('name only errors that exist', () => {
    expect(
      [...Object.keys(SENTENCES), ...Object.keys(SHOWN_ELSEWHERE)].filter((code) => !codes.includes(code)),
    ).toEqual([]);
  });

  it.each(Object.keys(SENTENCES).map((code) => ({ code })))('$code is said in the language of the page', ({ code }) => {
    const error = new HttpError(
      code,
      { status: 403, message: 'English' },
      { details: { state: 'draft', limit: 7, logs_required: 2, part: 'a.png', parts: [] } },
    );
    const [english, chinese] = [messageOf(en, error), messageOf(zhCn, error)];
    expect(english).not.toBe('English');
    expect([HAN.test(english), HAN.test(chinese)]).toEqual([false, true]);
    expect(english + chinese).not.toMatch(/undefined|null|NaN/);
  });

  it.each([
    { message: ACCOUNT_SUSPENDED, sentence: en.refusals.suspended },
    { message: NOT_OWNER, sentence: en.refusals.notOwner },
    { message: BIRTH_DATE_SET, sentence: en.refusals.birthDateSet },
    { message: 'Something else.', sentence: en.refusals.notAllowed },
  ])('say why somebody may not: $message', ({ message, sentence }) => {
    expect(messageOf(en, envelopeErrors.FORBIDDEN({ message }))).toBe(sentence);
  });

  it.each(QUOTAS.map((quota) => ({ quota })))('put the limit of $quota in', ({ quota }) => {
    const error = limitErrors.QUOTA_EXCEEDED({ details: { quota, limit: 23_000_000 } });
    const shown = quota === 'image_bytes' ? '23 MB' : '23000000';
    for (const words of [en, zhCn]) expect(messageOf(words, error)).toContain(shown);
  });

  it('put the state of the project, and the line of the front matter in', () => {
    const conflict = projectErrors.STATE_CONFLICT({
      details: { state: 'approved_to_ship', allowed: [...CALLER_ACTIONS] },
    });
    expect([messageOf(en, conflict), messageOf(zhCn, conflict)]).toEqual([
      expect.stringContaining('“Approved”'),
      expect.stringContaining('“已批准”'),
    ]);
    expect(messageOf(zhCn, projectErrors.STATE_CONFLICT())).toContain('最后一位管理员');
    const invalid = readmeErrors.README_FRONT_MATTER_INVALID({ details: { line: 38, column: 95 } });
    for (const words of [en, zhCn]) {
      expect(messageOf(words, invalid)).toContain('38');
      expect(messageOf(words, invalid)).toContain('95');
    }
  });
});
