import 'reflect-metadata';
import { visibleText } from '@shipyard/markdown';
import { splitFrontMatter } from '@shipyard/markdown/front-matter';
import { readReviewAnswer } from '../../reviews';
import { SHOWCASE } from './showcase';
import { pastOf } from './showcase-history';
import { MAKERS } from './showcase-people';
import { PROGRAMS } from './showcase-programs';
import { readShowcaseFolder } from './showcase-project';

const TODAY = new Date('2026-03-01T00:00:01.000Z');
const HAN = /\p{Script=Han}/u;
/** A demo also shows a project without images, and short READMEs. */
const UNFINISHED = ['HEAD_IMAGE_ABSENT', 'README_SHORT'];

const projects = SHOWCASE.map((project) => ({ ...project, name: project.slug }));
const readConfigs = () => Promise.all(SHOWCASE.map(async (project) => (await readShowcaseFolder(project)).config));

describe('the projects of the demo', () => {
  it('are at least six, in several programs, states, colors and both languages', async () => {
    const configs = await readConfigs();
    expect(SHOWCASE.length).toBeGreaterThanOrEqual(6);
    expect(new Set(SHOWCASE.map(({ slug }) => slug)).size).toBe(SHOWCASE.length);
    expect(new Set(configs.map(({ program }) => program)).size).toBeGreaterThanOrEqual(4);
    expect(new Set(SHOWCASE.map((project) => pastOf(project, TODAY).state)).size).toBeGreaterThanOrEqual(5);
    expect(new Set(configs.map(({ color }) => color)).size).toBe(SHOWCASE.length);
    expect(configs.filter(({ name }) => HAN.test(name)).length).toBeGreaterThanOrEqual(2);
  });

  it('belong to makers and programs that exist', async () => {
    const makers = ['participant', ...MAKERS.map(({ handle }) => handle)];
    const programs = ['demo', ...PROGRAMS.map(({ id }) => id)];
    expect(SHOWCASE.filter(({ maker }) => !makers.includes(maker))).toEqual([]);
    expect((await readConfigs()).filter(({ program }) => !programs.includes(program))).toEqual([]);
  });

  it('leave the lists of the people in credentials.json empty', () => {
    const own = SHOWCASE.filter(({ maker }) => maker === 'participant');
    expect(own.map(({ visibility }) => visibility)).toEqual(['unlisted']);
  });

  it.each(projects)('$name: passes `shipyard check`, and shows each of its pictures', async (project) => {
    const { warnings } = await readShowcaseFolder(project);
    expect(warnings.filter(({ code }) => !UNFINISHED.includes(code))).toEqual([]);
  });

  it.each(projects)('$name: is the folder of its slug, and has a day for each log', async (project) => {
    const { config, logs } = await readShowcaseFolder(project);
    expect(config.slug).toBe(project.slug);
    expect(logs.map(({ sequence }) => sequence)).toEqual(project.logDays.map((_, index) => index + 1));
  });

  it.each(projects)('$name: happened in an order that the lifecycle allows, and before today', (project) => {
    const { events } = pastOf(project, TODAY);
    expect(events[0]).toMatchObject({ kind: 'move', move: { action: 'create' } });
    expect(events.filter(({ at }) => at >= TODAY)).toEqual([]);
    const logs = events.flatMap((event) => (event.kind === 'log' ? event.sequence : []));
    expect(logs).toEqual(project.logDays.map((_, index) => index + 1));
  });

  it.each(projects)('$name: had reviews whose remarks all cite a place that is there', async (project) => {
    const { config, readme } = await readShowcaseFolder(project);
    const { sections } = visibleText(splitFrontMatter(readme.markdown).body);
    const rubric = PROGRAMS.find(({ id }) => id === config.program)?.rubric ?? [];
    for (const step of project.history) {
      if (!('review' in step)) continue;
      const earlier = project.logDays.filter((day) => day >= step.day).length;
      const sequences = new Set(Array.from({ length: earlier }, (_, index) => index + 1));
      const answer = readReviewAnswer(JSON.stringify(step.review), {
        ...{ sections, sequences, rubric },
        earlier: step.review.earlier_remarks?.length ?? 0,
      });
      expect(answer?.earlier).not.toContain(null);
      expect(answer?.comments).toHaveLength(step.review.comments.length);
      expect(answer?.suggestions).toHaveLength(step.review.suggestions.length);
      expect(answer?.scores).toHaveLength(step.review.scores.length);
    }
  });

  it('refuses a history that the lifecycle does not allow', () => {
    const [project] = SHOWCASE;
    if (!project) throw new Error('There is no project');
    const impossible = { ...project, history: [{ day: 2, action: 'approve' as const }] };
    expect(() => pastOf(impossible, TODAY)).toThrow('approve is not possible in draft');
  });
});
