import { ShipyardError } from '@shipyard/client';
import { UnknownField } from './chosen-fields';
import { CliFailure, EXIT } from './failure';
import { describeFailure } from './failure-report';
import { en } from './words/en';
import { zhCn } from './words/zh-cn';

const answer = (error: string, status: number, details: Record<string, unknown> = {}) =>
  new ShipyardError({ error, message: 'As the service says it.', details, status, requestId: 'r1', retryAfter: null });
const describeIn = (words: typeof en, thrown: unknown, environment: NodeJS.ProcessEnv = {}) =>
  describeFailure(thrown, { words, environment });

describe('what a failure says', () => {
  it('keeps the words of the service for programs, and speaks to people', () => {
    const report = describeIn(zhCn, answer('STATE_CONFLICT', 409));
    expect(report).toMatchObject({ exit: 8, error: 'STATE_CONFLICT', message: 'As the service says it.' });
    expect(report.lines).toEqual([expect.stringContaining('shipyard status')]);
    expect(describeIn(en, answer('SLUG_TAKEN', 409)).lines).toEqual(['As the service says it.']);
  });

  it('names the fields', () => {
    const fields = [{ field: 'name', message: 'must not be empty' }];
    expect(describeIn(en, answer('VALIDATION_FAILED', 400, { fields })).lines).toEqual([
      en.refusedFields,
      '  name: must not be empty',
    ]);
    expect(describeIn(en, answer('VALIDATION_FAILED', 400)).lines).toEqual(['As the service says it.']);
    expect(describeIn(zhCn, answer('VALIDATION_FAILED', 400, { fields })).lines.at(1)).toBe('  name: 不能为空');
    expect(describeIn(en, answer('QUOTA_EXCEEDED', 403, { quota: 'projects' })).lines[0]).toContain('(projects)');
  });

  it('names each problem of a file once, by its line, and at most ten', () => {
    const problem = (line: number | null) => ({ file: 'shipyard.yaml', line, code: 'A', message: 'color is odd.' });
    const failed = (errors: object[]) =>
      new CliFailure({
        exit: EXIT.validation,
        error: 'VALIDATION_FAILED',
        message: 'It cannot be used: color is odd.',
        told: 'It cannot be used.',
        details: { errors },
      });
    expect(describeIn(en, failed([problem(4), problem(null)])).lines).toEqual([
      'It cannot be used.',
      '  shipyard.yaml:4: color is odd.',
      '  shipyard.yaml: color is odd.',
    ]);
    const many = describeIn(en, failed(Array.from({ length: 12 }, (_, at) => problem(at + 1)))).lines;
    expect([many.length, many.at(-1)]).toEqual([12, `  ${en.check.more(2)}`]);
  });

  it('lists the fields there are, and the one that was meant', () => {
    const report = describeIn(en, new UnknownField('project.slgu', ['project.slug', 'project.tags']));
    expect(report).toMatchObject({ exit: 2, error: 'USAGE', details: { fields: ['project.slug', 'project.tags'] } });
    expect(report.lines).toEqual([
      'The result has no field "project.slgu". Did you mean project.slug? The fields are project.slug, project.tags.',
      `  ${en.usage.fieldsHint}`,
    ]);
    expect(describeIn(zhCn, new UnknownField('a', [])).lines[0]).toContain('a');
  });

  it.each([
    { failure: answer('AUTH_TOKEN_INVALID', 401), environment: {}, hint: en.signIn.hint },
    {
      failure: answer('AUTH_TOKEN_INVALID', 401),
      environment: { SHIPYARD_TOKEN: 'pst_a' },
      hint: en.signIn.environmentHint,
    },
    { failure: answer('INTERNAL', 500), environment: {}, hint: en.requestId('r1') },
    { failure: Object.assign(new Error('open /a'), { code: 'EACCES' }), environment: {}, hint: en.files.denied },
    { failure: Object.assign(new Error('write'), { code: 'ENOSPC' }), environment: {}, hint: en.files.full },
    { failure: Object.assign(new Error('rename /a'), { code: 'EBUSY' }), environment: {}, hint: en.files.busy },
    { failure: Object.assign(new Error('mkdir /a'), { code: 'ENOTDIR' }), environment: {}, hint: en.files.inTheWay },
    { failure: new Error('Odd'), environment: {}, hint: en.reportHint },
  ])('ends with what to do: $hint', ({ failure, environment, hint }) => {
    expect(describeIn(en, failure, environment).lines.at(-1)).toBe(`  ${hint}`);
  });
});
