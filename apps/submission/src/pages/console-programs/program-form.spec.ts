import type { StaffProgramView } from '../../programs';
import { fieldsOf, fieldsOfCopy, fingerprintOf, readProgramForm } from './program-form';

const PROGRAM: StaffProgramView = {
  id: 'river',
  name: 'River and Rain',
  tagline: 'Measure it',
  description_md: '# River\n\nMeasure.',
  description_html: '',
  starts_at: new Date('2030-01-01T00:00:00Z'),
  ends_at: new Date('2030-01-31T18:30:15Z'),
  open: false,
  closed: false,
  logs_required: 3,
  interview_questions: 0,
  rubric: [{ id: 'idea', label: 'The idea: is it new?' }],
  prize: { name: 'A board', hardware: true },
  docs: [{ id: 'rules', title: 'Rules of the river', url: 'https://example.com/rules' }],
  project_count: 2,
};

const read = (fields: Record<string, string>) => readProgramForm({ ...fieldsOf(PROGRAM), ...fields });
const errorsOf = async (fields: Record<string, string>) => (await read(fields)).errors;

describe('the form of a program', () => {
  it('reads what it shows, to the second', async () => {
    const { draft, errors } = await readProgramForm(fieldsOf(PROGRAM));
    expect(errors).toBeNull();
    expect(draft?.docs).toEqual(PROGRAM.docs);
    expect(draft?.program).toMatchObject({
      ...{ id: 'river', name: 'River and Rain', tagline: 'Measure it', description_md: '# River\n\nMeasure.' },
      starts_at: '2030-01-01T00:00:00.000Z',
      ends_at: '2030-01-31T18:30:15.000Z',
      logs_required: 3,
      interview_questions: 0,
      rubric: PROGRAM.rubric,
      prize: PROGRAM.prize,
    });
  });

  it('gives ids to lines without, takes the last moment of the last day, and knows no prize and no dates', async () => {
    const { draft } = await read({
      ...{ rubric: 'Is it useful?\r\n\r\n做得好吗', documents: 'How to begin\thttps://example.com/a' },
      ...{ starts_on: '', starts_time: '', ends_time: '', prize: 'none', prize_name: ' ' },
    });
    expect(draft?.program).toMatchObject({
      rubric: [
        { id: 'is-it-useful', label: 'Is it useful?' },
        { id: 'item-3', label: '做得好吗' },
      ],
      starts_at: null,
      ends_at: '2030-01-31T23:59:59.000Z',
      prize: null,
    });
    expect(draft?.docs).toEqual([{ id: 'how-to-begin', title: 'How to begin', url: 'https://example.com/a' }]);
  });

  it('names each field that is wrong, and the line', async () => {
    expect(
      await errorsOf({
        ...{ id: 'River!', name: ' ', logs_required: 'three', interview_questions: '21', prize_name: '' },
        ...{ starts_on: '', ends_on: '2030-02-31', rubric: 'a: One\n\na: Two', documents: 'Rules' },
      }),
    ).toEqual({
      id: { kind: 'invalid' },
      name: { kind: 'missing' },
      logs_required: { kind: 'invalid' },
      interview_questions: { kind: 'invalid' },
      prize_name: { kind: 'missing' },
      starts_on: { kind: 'missing' },
      ends_on: { kind: 'invalid' },
      rubric: { kind: 'twice', line: 3 },
      documents: { kind: 'line', line: 1 },
    });
    expect(await errorsOf({ starts_on: '2030-03-01' })).toEqual({ ends_on: { kind: 'order' } });
    expect(await errorsOf({ prize: 'none', prize_name: 'left over' })).toEqual({ prize: { kind: 'unsaid' } });
    expect(await errorsOf({ documents: 'a: A https://example.com\nb: B http:/x' })).toEqual({
      documents: { kind: 'line', line: 2 },
    });
  });

  it('copies all but id and dates, and sees each change', () => {
    expect(fieldsOfCopy(PROGRAM)).toEqual({
      ...fieldsOf(PROGRAM),
      ...{ id: '', starts_on: '', starts_time: '', ends_on: '', ends_time: '' },
    });
    expect(fingerprintOf({ ...PROGRAM, project_count: 9, open: true })).toBe(fingerprintOf(PROGRAM));
    expect(fingerprintOf({ ...PROGRAM, tagline: 'Measure' })).not.toBe(fingerprintOf(PROGRAM));
  });
});
