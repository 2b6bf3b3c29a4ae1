import type { ExampleFacts } from '@shipyard/http';

const PROJECT = '0198c2f4-5b1e-7c3a-9d42-6f0e8b7a1c05';
const ASSET = '0198c2f5-7a20-7d11-8e33-2b9c4d5e6f70';
const SITE = 'https://shipyard.example';
const TIME = '2026-03-14T09:26:53.000Z';

/** What the examples of the reference say. Tokens are no tokens: their checksums are wrong. */
export const EXAMPLE_VALUES: ExampleFacts['values'] = {
  slug: 'balcony-garden',
  name: 'Balcony garden',
  tagline: 'Five pots on one hose',
  tags: ['garden', 'esp32'],
  tag: 'garden',
  demo_urls: ['https://garden.example.org/'],
  color: 'green',
  program: 'demo-build',
  programId: 'demo-build',
  program_id: 'demo-build',
  handle: 'ada',
  display_name: 'Ada',
  email: 'ada@example.org',
  password: 'five pots and one hose',
  current_password: 'five pots and one hose',
  birth_date: '2001-01-01',
  guardian_email: 'parent@example.org',
  locale: 'en',
  project_id: PROJECT,
  file_id: `cloud://${PROJECT}/${ASSET}.png`,
  header_image: `cloud://${PROJECT}/${ASSET}.png`,
  assetId: ASSET,
  fileName: `${ASSET}.png`,
  readme: '# Balcony garden\n\nIt waters five pots from one hose.\n',
  readme_markdown: '# Balcony garden\n\nIt waters five pots from one hose.\n',
  markdown: '# Balcony garden\n\nIt waters five pots from one hose.\n',
  content_md: 'The first valve **opens**. The second one leaks.',
  content_html: '<p>The first valve <strong>opens</strong>. The second one leaks.</p>',
  readme_html: '<h2 id="user-content-balcony-garden">Balcony garden</h2>',
  html: '<h2 id="user-content-balcony-garden">Balcony garden</h2>',
  text: 'The first valve opens. The second one leaks.',
  title: 'First light',
  sequence: 1,
  next_sequence: 2,
  log_count: 1,
  created_at: TIME,
  updated_at: TIME,
  expires: '1773483600',
  page_url: `${SITE}/projects/balcony-garden`,
  content_type: 'image/png',
  bytes: 48_213,
  width: 1280,
  height: 960,
  reason: 'The second log has no date.',
  token: 'pst_…',
  reset_token: 'prt_…',
  credential: 'ivc_…',
  session_token: 'ivs_…',
  csrf_token: 'c3JmLXRva2Vu',
  key: 'upl_…',
  code: '123456',
  recipient_name: 'Ada Lovelace',
  recipient_phone: '+44 20 7946 0000',
  recipient_address: '12 St James Square\nLondon SW1Y 4JH',
  country: 'GB',
  carrier: 'DHL',
  tracking: '00340434161094042557',
  answer: 'I measured the flow at each valve, and the second one was half closed.',
};

const PASSWORD = 'five pots and one hose';

/** Their optional fields depend on each other, or on how the caller signed in. */
export const EXAMPLE_REQUESTS: ExampleFacts['requests'] = {
  'accountDeletion.delete': { projects: 'anonymise', current_password: PASSWORD },
  'emailChange.ask': { email: 'ada@example.com', current_password: PASSWORD },
  'secondFactor.turnOff': { password: PASSWORD, code: '123456' },
};
