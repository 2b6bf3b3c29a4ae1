import { UNSET_FIELDS } from '@shipyard/contracts';
import { ICON_URL } from '@shipyard/pages';
import { LargePicture, WrittenHtml } from '@shipyard/ui';
import type { PageContext } from '../page-context';
import { dayOf } from '../project/dated-rule';
import { Plate } from '../project/plate';
import type { ProjectPage } from '../project/project-page.query';
import { ProjectFront } from '../project/project-front';
import { ReviewSection } from '../project/review-section';
import { TimeLine } from '../project/time-line';

const DAY_MS = 86_400_000;
const NEWEST = new Date('2026-11-14T19:42:00Z');
const daysBefore = (days: number) => new Date(NEWEST.getTime() - days * DAY_MS);

const image = (width: number, height: number) => ({ url: ICON_URL, width, height, isAnimated: false, variants: [] });

type Log = ProjectPage['project']['logs'][number];

const log = (sequence: number, daysAgo: number, more: Partial<Log> = {}): Log => ({
  id: String(sequence),
  sequence,
  title: `Log ${sequence}`,
  text: '',
  content_md: '',
  content_html: '<p>It <strong>floats</strong>, and the cable is dry.</p>',
  image_urls: [],
  created_at: daysBefore(daysAgo),
  removed_at: null,
  ...more,
});

const LOGS = [
  log(4, 0, { title: '清湖号下水', image_urls: ['/a', '/b', '/c'] }),
  log(3, 2, { image_urls: ['/a'] }),
  log(2, 3, { removed_at: NEWEST }),
  log(1, 40),
];

const README = `<h2>What it does</h2><p>It measures the river, and <a href="https://example.org">tells the village</a>.</p>
<div class="markdown-alert markdown-alert-warning"><p class="markdown-alert-title">Warning</p><p>Never power both rails at once.</p></div>
<pre><code><span class="hljs-keyword">const</span> level = <span class="hljs-number">42</span>;</code></pre>
<table><thead><tr><th>part</th><th>price</th></tr></thead><tbody><tr><td>Sensor</td><td>4</td></tr></tbody></table>`;

const data: ProjectPage = {
  subject: {
    projectId: '',
    isPrivate: false,
    isOwn: false,
    mayBeIndexed: true,
    name: 'River node',
    color: 'sky',
    programName: 'River and Rain',
    prizeName: 'A soldering station',
    version: [],
  },
  project: {
    ...UNSET_FIELDS,
    id: '',
    slug: 'river-node',
    url: '/projects/river-node',
    page_url: 'https://shipyard.example/projects/river-node',
    name: 'River node',
    tagline: 'A post in the river',
    color: 'sky',
    header_image: '/a',
    header_image_url: null,
    creator: { display_name: 'Noor Haddad', handle: 'noor' },
    program_id: 'river',
    project_status: 'completed',
    shipped: true,
    log_count: LOGS.length,
    created_at: daysBefore(40),
    updated_at: NEWEST,
    readme_html: README,
    logs: LOGS,
    logs_next_cursor: null,
    review: null,
    demo_urls: ['https://example.org/level'],
    visibility: 'public',
    hidden: null,
    state: 'shipped',
    shipped_at: NEWEST,
  },
  firstLogDay: dayOf(daysBefore(40)),
  logDays: [40, 3, 2, 0].map((days) => dayOf(daysBefore(days))),
  reviewedLogs: 3,
  imageOf: (name) => image(name === '/a' ? 1_200 : 600, 600),
  today: dayOf(NEWEST) + 9,
  isOwn: false,
};

const REVIEW = {
  summary: 'A post that measures the river, with three weeks of figures.',
  highlights: ['Starts from a flooded ford', '水位数据公开'],
  public_review: 'The README says how it was measured.\n\nThe logs say what went wrong.',
  judged_at: NEWEST,
};

/** The parts of a project's page, with all that they can show. */
export const ProjectParts = ({ page }: { page: PageContext }) => (
  <div className="ui-column ui-paint-sky">
    <Plate page={page} data={data} />
    <ProjectFront page={page} data={data} />
    <ReviewSection page={page} review={REVIEW} logs={data.reviewedLogs} />
    <TimeLine
      page={page}
      slug={data.project.slug}
      title={page.words.styleguide.logsOf}
      logs={LOGS}
      imageOf={data.imageOf}
    >
      {null}
    </TimeLine>
    <WrittenHtml html={README} words={page.words.project.written} />
    <LargePicture words={page.words.project.picture} />
  </div>
);
