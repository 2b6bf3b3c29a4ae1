import { webhookUrlProblem } from './webhook-url';

describe('the URL of a webhook', () => {
  it.each(['https://host/hook', 'http://host:8080', 'https://host/a?b=c', 'https://[2001:db8::1]/'])(
    'may be %s',
    (url) => {
      expect(webhookUrlProblem(url)).toBeNull();
    },
  );

  it.each<[unknown]>([
    [null],
    [1],
    [''],
    ['host/hook'],
    ['ftp://host/'],
    ['file:///etc/passwd'],
    ['https://'],
    ['https:///host'],
    ['https://user:word@host/'],
    ['https://@host/'],
    ['https://host/#part'],
    ['https://ho st/'],
    ['https://host/\n'],
    ['https:\\\\host'],
    [`https://host/${'a'.repeat(2_000)}`],
  ])('may not be %j', (url) => {
    expect(webhookUrlProblem(url)).toMatch(/^must /);
  });
});
