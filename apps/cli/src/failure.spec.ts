import { exitCodeOf } from './failure';
import { withoutControls } from './output';
import { openerFor } from './terminal/open-in-browser';

describe('the exit code', () => {
  it.each([
    { error: 'VALIDATION_FAILED', status: 400, exit: 3 },
    { error: 'PROJECT_INCOMPLETE', status: 400, exit: 3 },
    { error: 'PAYLOAD_TOO_LARGE', status: 413, exit: 3 },
    { error: 'AUTH_TOKEN_INVALID', status: 401, exit: 4 },
    { error: 'FORBIDDEN', status: 403, exit: 4 },
    { error: 'QUOTA_EXCEEDED', status: 403, exit: 7 },
    { error: 'RATE_LIMITED', status: 429, exit: 7 },
    { error: 'SLUG_TAKEN', status: 409, exit: 5 },
    { error: 'LOG_SEQUENCE_EXISTS', status: 409, exit: 5 },
    { error: 'IDEMPOTENCY_KEY_REUSED', status: 409, exit: 5 },
    { error: 'STATE_CONFLICT', status: 409, exit: 8 },
    { error: 'PROGRAM_CLOSED', status: 409, exit: 8 },
    { error: 'REVIEW_NOT_READY', status: 409, exit: 8 },
    { error: 'REVIEW_IN_PROGRESS', status: 409, exit: 8 },
    { error: 'INTERVIEW_NOT_AVAILABLE', status: 409, exit: 8 },
    { error: 'SHIPMENT_NOT_ALLOWED', status: 409, exit: 8 },
    { error: 'PROJECT_NOT_FOUND', status: 404, exit: 1 },
    { error: 'INTERNAL', status: 500, exit: 6 },
    { error: 'HTTP_502', status: 502, exit: 6 },
  ])('of $error is $exit', ({ exit, ...answer }) => {
    expect(exitCodeOf(answer)).toBe(exit);
  });
});

describe('what people see', () => {
  it('has no control characters but our colors', () => {
    expect(withoutControls('a\u001b[31mb\u001b[0m\u001b[2J\u001b]0;title\u0007\r\u009b1m\u202ec\td\ne')).toBe(
      'a\u001b[31mb\u001b[0m[2J]0;title1mc\td\ne',
    );
  });

  it.each(['linux', 'darwin', 'win32'] as const)('opens a page without a shell on %s', (platform) => {
    const [command, args] = openerFor(platform, 'https://a/?b&calc');
    expect(command).not.toMatch(/cmd|sh$/);
    expect(args.at(-1)).toBe('https://a/?b&calc');
  });
});
