import { MarkdownDocument, visibleText } from '@shipyard/markdown';
import { parseFrontMatter, splitFrontMatter } from '@shipyard/markdown/front-matter';
import { requireProjectFields } from '../../projects';
import { readReviewAnswer } from '../../reviews';
import { SHOWCASE } from './showcase';
import { pastOf } from './showcase-history';
import { MAKERS } from './showcase-people';
import type { ShowcaseProject } from './showcase-project';
import { PROGRAMS } from './showcase-programs';

const TODAY = new Date('2026-03-01T00:00:01.000Z');
const HAN = /\p{Script=Han}/u;

const projects = SHOWCASE.map((project) => ({ ...project, name: project.slug }));
const referencesOf = ({ readme }: ShowcaseProject) => new MarkdownDocument(splitFrontMatter(readme).body).images;

describe('the projects of the demo', () => {
  it('are at least six, in several programs, states, colors and both languages', () => {
    const fields = SHOWCASE.map(({ readme }) =>
      requireProjectFields(parseFrontMatter(splitFrontMatter(readme).yaml ?? ''), ''),
    );
    expect(SHOWCASE.length).toBeGreaterThanOrEqual(6);
    expect(new Set(SHOWCASE.map(({ slug }) => slug)).size).toBe(SHOWCASE.length);
    expect(new Set(SHOWCASE.map(({ programId }) => programId)).size).toBeGreaterThanOrEqual(4);
    expect(new Set(SHOWCASE.map((project) => pastOf(project, TODAY).state)).size).toBeGreaterThanOrEqual(5);
    expect(new Set(fields.map(({ color }) => color)).size).toBe(SHOWCASE.length);
    expect(fields.filter(({ name = '' }) => HAN.test(name)).length).toBeGreaterThanOrEqual(2);
  });

  it('belong to makers and programs that exist', () => {
    const makers = ['participant', ...MAKERS.map(({ handle }) => handle)];
    const programs = ['demo', ...PROGRAMS.map(({ id }) => id)];
    expect(SHOWCASE.filter(({ maker }) => !makers.includes(maker))).toEqual([]);
    expect(SHOWCASE.filter(({ programId }) => !programs.includes(programId))).toEqual([]);
  });

  it('leave the lists of the people in credentials.json empty', () => {
    const own = SHOWCASE.filter(({ maker }) => maker === 'participant');
    expect(own.map(({ visibility }) => visibility)).toEqual(['unlisted']);
  });

  it.each(projects)('$name: shows each of its pictures, and no other', (project) => {
    const shown = [
      ...referencesOf(project).map(({ written }) => written),
      ...project.logs.flatMap(({ photos = [] }) => photos),
    ];
    expect([...new Set(shown)].sort()).toEqual(Object.keys(project.pictures).sort());
  });

  it.each(projects)('$name: happened in an order that the lifecycle allows, and before today', (project) => {
    const { events } = pastOf(project, TODAY);
    expect(events[0]).toMatchObject({ kind: 'move', move: { action: 'create' } });
    expect(events.filter(({ at }) => at >= TODAY)).toEqual([]);
    const logs = events.flatMap((event) => (event.kind === 'log' ? event.log.title : []));
    expect(logs).toEqual(project.logs.map(({ title }) => title));
  });

  it.each(projects)(
    '$name: had reviews whose remarks all cite a place that is there',
    ({ readme, logs, history, programId }) => {
      const { sections } = visibleText(splitFrontMatter(readme).body);
      const rubric = PROGRAMS.find(({ id }) => id === programId)?.rubric ?? [];
      for (const step of history) {
        if (!('review' in step)) continue;
        const earlier = logs.filter(({ day }) => day >= step.day).length;
        const sequences = new Set(Array.from({ length: earlier }, (_, index) => index + 1));
        const answer = readReviewAnswer(JSON.stringify(step.review), { sections, sequences, rubric });
        expect(answer?.comments).toHaveLength(step.review.comments.length);
        expect(answer?.suggestions).toHaveLength(step.review.suggestions.length);
        expect(answer?.scores).toHaveLength(step.review.scores.length);
      }
    },
  );

  it.each(projects)('$name: is drawn without text, which would depend on the fonts of the machine', ({ pictures }) => {
    const drawings = Object.values(pictures).map(({ drawing }) => drawing.svg);
    expect(drawings.filter((svg) => /<text|<image|font-/.test(svg))).toEqual([]);
  });

  it('refuses a history that the lifecycle does not allow', () => {
    const [project] = SHOWCASE;
    if (!project) throw new Error('There is no project');
    const impossible = { ...project, history: [{ day: 2, action: 'approve' as const }] };
    expect(() => pastOf(impossible, TODAY)).toThrow('approve is not possible in draft');
  });
});
