import type { MailKind } from '../outbox/mail-kinds';
import { pageOf } from './mail-pages';

interface Row {
  kind: MailKind;
  hasInterview: boolean;
  isPrizeSent?: boolean;
  path: string;
}

describe('the page that a mail leads to', () => {
  it.each<Row>([
    { kind: 'review_done', hasInterview: true, path: '/studio/projects/boat/interview' },
    { kind: 'review_done', hasInterview: false, path: '/studio/projects/boat/review' },
    { kind: 'review_failed', hasInterview: false, path: '/studio/projects/boat/review' },
    { kind: 'interview_expired', hasInterview: false, path: '/studio/projects/boat/interview' },
    { kind: 'approved', hasInterview: false, path: '/studio/projects/boat/shipping' },
    { kind: 'approved', hasInterview: false, isPrizeSent: false, path: '/studio/projects/boat/review' },
    { kind: 'staff_digest', hasInterview: false, path: '/' },
  ])('is $path for $kind', ({ kind, hasInterview, isPrizeSent = true, path }) => {
    expect(pageOf(kind, { slug: 'boat', hasInterview, isPrizeSent })).toBe(path);
  });
});
