import { chosenFields, UnknownField } from './chosen-fields';

const data = {
  project: { slug: 'lamp', tags: ['a'] },
  review: null,
  logs: [{ sequence: 1, title: 'A' }, { sequence: 2 }],
  images: [],
};

it('chooses fields by their paths, in lists too', () => {
  expect(chosenFields(data, 'project.slug, logs.sequence,logs.title,')).toEqual({
    'project.slug': 'lamp',
    'logs.sequence': [1, 2],
    'logs.title': ['A', null],
  });
});

it('shows null for what is not there now, and may be there another time', () => {
  expect(chosenFields(data, 'review.summary,images.path,project.arrived_at')).toEqual({
    'review.summary': null,
    'images.path': [],
    'project.arrived_at': null,
  });
});

it.each([
  { list: 'nothing', field: 'nothing', names: ['project', 'review', 'logs', 'images'] },
  { list: 'toString', field: 'toString', names: ['project', 'review', 'logs', 'images'] },
  { list: 'project.slug,project.slgu', field: 'project.slgu', names: ['project.slug', 'project.tags'] },
  { list: 'project.slug.a', field: 'project.slug.a', names: [] },
  { list: 'logs.titel', field: 'logs.titel', names: ['logs.sequence', 'logs.title'] },
])('refuses $field, and knows the fields beside it', ({ list, field, names }) => {
  const choose = () => chosenFields(data, list);
  expect(choose).toThrow(UnknownField);
  expect(choose).toThrow(expect.objectContaining({ field, names }) as Error);
});
