import fc from 'fast-check';
import { type Control, fillIn, valuesOf } from './form-values';

const control = fc.record<Control>({
  name: fc.constantFrom('', 'title', 'content', 'photo', '__proto__'),
  type: fc.constantFrom('text', 'textarea', 'select-one', 'checkbox', 'password', 'file', 'hidden'),
  value: fc.string(),
  checked: fc.boolean(),
  isPrivate: fc.boolean(),
});

describe('what is kept of a form', () => {
  it('never holds a password, a file, a hidden field, or a field that the page keeps out', () => {
    fc.assert(
      fc.property(fc.array(control), (controls) => {
        const values = valuesOf(controls);
        for (const name of Object.keys(values)) {
          expect(controls.some((each) => each.name === name && !each.isPrivate)).toBe(true);
          expect(
            controls.some((each) => each.name === name && !['password', 'file', 'hidden'].includes(each.type)),
          ).toBe(true);
        }
        expect(
          valuesOf([{ name: 'password', type: 'password', value: 'secret', isPrivate: false }, ...controls]),
        ).not.toHaveProperty('password');
      }),
    );
  });

  it('is put back into the same form', () => {
    const form = (title: string, tags: string[]): Control[] => [
      { name: 'title', type: 'text', value: title, isPrivate: false },
      { name: 'tag', type: 'checkbox', value: 'a', checked: tags.includes('a'), isPrivate: false },
      { name: 'tag', type: 'checkbox', value: 'b', checked: tags.includes('b'), isPrivate: false },
      { name: 'csrf_token', type: 'hidden', value: 'new', isPrivate: false },
    ];
    fc.assert(
      fc.property(fc.string(), fc.subarray(['a', 'b']), (title, tags) => {
        const fresh = form('', []);
        const values = valuesOf(form(title, tags));
        expect(fillIn(fresh, values)).toBe(title !== '' || tags.length > 0);
        expect(valuesOf(fresh)).toEqual(values);
        expect(fresh.at(-1)?.value).toBe('new');
      }),
    );
  });

  it('leaves a field alone that it does not know, or whose kind has changed', () => {
    const fields: Control[] = [{ name: 'title', type: 'text', value: 'mine', isPrivate: false }];
    expect(fillIn(fields, { other: 'x', title: ['a'] })).toBe(false);
    expect(fields[0]?.value).toBe('mine');
  });
});
