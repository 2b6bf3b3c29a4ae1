import { chosenFields } from './chosen-fields';

it('chooses fields by their paths, in lists too, and null for what is not there', () => {
  const data = { project: { slug: 'lamp', tags: ['a'] }, logs: [{ sequence: 1 }, { sequence: 2 }] };
  expect(chosenFields(data, 'project.slug, logs.sequence,project.nothing,toString,')).toEqual({
    'project.slug': 'lamp',
    'logs.sequence': [1, 2],
    'project.nothing': null,
    toString: null,
  });
});
