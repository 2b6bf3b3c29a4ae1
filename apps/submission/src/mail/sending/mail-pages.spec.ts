import { pageOf } from './mail-pages';

describe('the page that a mail leads to', () => {
  it.each([
    { kind: 'review_done', hasInterview: true, path: '/studio/projects/boat/interview' },
    { kind: 'review_done', hasInterview: false, path: '/studio/projects/boat/review' },
    { kind: 'review_failed', hasInterview: false, path: '/studio/projects/boat/review' },
    { kind: 'interview_expired', hasInterview: false, path: '/studio/projects/boat/interview' },
    { kind: 'approved', hasInterview: false, path: '/studio/projects/boat/shipping' },
    { kind: 'staff_digest', hasInterview: false, path: '/' },
  ] as const)('is $path for $kind', ({ kind, hasInterview, path }) => {
    expect(pageOf(kind, { slug: 'boat', hasInterview })).toBe(path);
  });
});
