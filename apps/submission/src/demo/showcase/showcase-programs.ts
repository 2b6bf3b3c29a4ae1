import type { RubricItem } from '@shipyard/contracts';

export interface ShowcaseProgram {
  id: string;
  name: string;
  tagline: string;
  descriptionMd: string;
  /** Days from today. */
  starts: number;
  ends: number | null;
  logsRequired: number;
  interviewQuestions: number;
  rubric: RubricItem[];
  prize: { name: string; hardware: boolean } | null;
  docs: { id: string; title: string; url: string }[];
}

const MARKDOWN_HELP = 'https://commonmark.org/help/';
const README_HELP = 'https://www.makeareadme.com/';
const ALERTS_HELP =
  'https://docs.github.com/en/get-started/writing-on-github/getting-started-with-writing-and-formatting-on-github/basic-writing-and-formatting-syntax';

export const PROGRAMS: ShowcaseProgram[] = [
  {
    id: 'made-by-hand',
    name: 'Made by hand',
    tagline: 'Things that hands can make and a small computer can finish.',
    descriptionMd: [
      'Wood, thread, glass, paper: make something that you would still like if the battery were empty.',
      '',
      '- Show the hand work too. Three logs at least, and photos help.',
      '- The review asks whether somebody else could build it.',
      '- After the review comes a written interview with three questions.',
      '',
      'Makers of recommended projects get a light sensor kit and a soldering iron.',
    ].join('\n'),
    starts: -110,
    ends: 75,
    logsRequired: 3,
    interviewQuestions: 3,
    rubric: [
      { id: 'works', label: 'It works' },
      { id: 'rebuild', label: 'Others can build it' },
      { id: 'story', label: 'The logs tell how it came to be' },
    ],
    prize: { name: 'Light sensor kit and soldering iron', hardware: true },
    docs: [
      { id: 'a-good-readme', title: 'What belongs in a README', url: README_HELP },
      { id: 'markdown', title: 'Markdown in ten minutes', url: MARKDOWN_HELP },
    ],
  },
  {
    id: 'outside-all-year',
    name: 'Outside all year',
    tagline: 'For everything that stands in sun, rain and frost.',
    descriptionMd: [
      'What works on the bench meets the weather here. Tell us what it did to your project, above all what broke.',
      '',
      'There is no prize and no interview. Good projects are shown on the market square in spring.',
    ].join('\n'),
    starts: -120,
    ends: null,
    logsRequired: 2,
    interviewQuestions: 0,
    rubric: [
      { id: 'lasts', label: 'It lasts outside' },
      { id: 'safe', label: 'It is safe' },
    ],
    prize: null,
    docs: [{ id: 'tables', title: 'Tables, alerts and task lists', url: ALERTS_HELP }],
  },
  {
    id: 'useful-at-home',
    name: '家里用得上',
    tagline: '给家里人做一样每天用得上的东西。',
    descriptionMd: [
      '不比谁的技术新，只看家里人用不用。',
      '',
      '1. 先问清楚家里谁需要什么。',
      '2. 做出来，放在家里用至少一个星期。',
      '3. 写两篇以上的日志：哪里好用，哪里不好用。',
      '',
      '通过评审的项目会收到一套开发板。十八岁以下的同学请和家长一起填写收件信息。',
    ].join('\n'),
    starts: -100,
    ends: -10,
    logsRequired: 2,
    interviewQuestions: 4,
    rubric: [
      { id: 'used', label: '家里人在用' },
      { id: 'clear', label: '别人看得懂，做得出' },
    ],
    prize: { name: '开发板套件', hardware: true },
    docs: [
      { id: 'markdown', title: '十分钟学会 Markdown', url: MARKDOWN_HELP },
      { id: 'readme', title: 'README 里写什么', url: README_HELP },
    ],
  },
];
