import { sharedStack } from '@shipyard/testing';
import { findConsolePages, findForms } from './page-routes';
import { Participant } from './participant';
import { csrfTokenIn, StudioVisitor } from './studio-visitor';

const NOWHERE = '0195d5a0-0000-7000-8000-000000000000';
const ODD = [
  '\0',
  '9'.repeat(40),
  `+275760-09-13T00:00:00.000Z ${NOWHERE}`,
  `0000-00-00 accounts 99999999999999999999`,
  'x'.repeat(4_000),
];
const QUERY =
  'after q unknown program state flag changed minor source who action from to on revision before saved copy done sent ended slug slugs lang'.split(
    ' ',
  );
const FIELDS =
  'carrier tracking reason parcels tick_x slugs phrases phrase insert seen step name id tagline description_md starts_on starts_at ends_on logs_required interview_questions rubric prize prize_name documents decision text query place birth_date role reviewer subject why confirm_slug password code secret next kept_slugs is_form title markdown'.split(
    ' ',
  );

describe('odd requests of the console', () => {
  const stack = sharedStack();
  const { submissionUrl: url, credentials } = stack;
  let visitor: StudioVisitor;
  let slug: string;

  beforeAll(async () => {
    const { submission_url: apiUrl, program_id: programId } = credentials;
    const newcomer = await StudioVisitor.newcomer(url, apiUrl);
    ({ visitor } = newcomer);
    slug = await new Participant(apiUrl, newcomer.person.token, programId).createProject('Odd');
    await stack.query(
      'submission',
      `UPDATE accounts SET roles = '{participant,reviewer,fulfilment,admin}' WHERE id = $1`,
      [newcomer.person.id],
    );
  });

  /** With the ids of something that is there, of nothing, and of nothing that anybody would write. */
  const pathsOf = (route: string) => [
    route.replace(':slug', slug).replace(':programId', credentials.program_id).replace(/:\w+/g, NOWHERE),
    ...ODD.slice(0, 2).map((value) => route.replace(/:\w+/g, encodeURIComponent(value))),
    route.replace(/:\w+/g, '%ff%00'),
  ];

  const isFault = ({ status, headers }: { status: number; headers: Headers }) => {
    const location = headers.get('location');
    return status >= 500 || (location !== null && !/^\/(?![/\\])/.test(location));
  };

  it('meet a page for each address and query', async () => {
    const pages = findConsolePages();
    expect(pages).toEqual(
      expect.arrayContaining(['/console', '/console/reviews/:slug', '/console/pages/:pageId/:lang']),
    );
    const faults: string[] = [];
    for (const page of pages) {
      const [path = '', ...odd] = new Set(pathsOf(page));
      const queries = [
        ...ODD.map((value) => new URLSearchParams(QUERY.map((name) => [name, value])).toString()),
        QUERY.map((name) => `${name}=1&${name}=2&${name}[x]=3`).join('&'),
        QUERY.map((name) => `${name}=%ff%00`).join('&'),
      ];
      const asked = [...odd, ...queries.map((text) => `${path}?${text}`)];
      const answers = await Promise.all(asked.map((each) => visitor.open(each)));
      faults.push(...asked.filter((_, at) => isFault(answers[at] ?? { status: 0, headers: new Headers() })));
    }
    expect(faults).toEqual([]);
  });

  it('meet a page for each form, and lead nowhere else', async () => {
    const forms = findForms().filter((route) => route.startsWith('/console'));
    const { html } = await visitor.open('/console/second-factor');
    const csrf = csrfTokenIn(html);
    const faults: string[] = [];
    for (const form of forms) {
      const [path = ''] = pathsOf(form);
      for (const value of [...ODD.slice(0, 2), '//evil.example', '/\\evil.example']) {
        const fields = { ...Object.fromEntries(FIELDS.map((name) => [name, value])), csrf_token: csrf };
        if (isFault(await visitor.send(path, fields))) faults.push(`${form} ${value.slice(0, 40)}`);
      }
      const headers = { cookie: visitor.cookie, 'content-type': 'application/json' };
      for (const body of ['{', '[1]'])
        if (isFault(await fetch(url + path, { method: 'POST', body, headers, redirect: 'manual' })))
          faults.push(`${form} as JSON: ${body}`);
    }
    expect(faults).toEqual([]);
  });
});
