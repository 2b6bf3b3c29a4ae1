import { inputInvalid } from '@shipyard/http';
import { keyErrors } from '../keys';
import {
  checkKeyTerms,
  checkNewKey,
  EMPTY_KEY,
  problemsOf,
  readKeyFields,
  refusedField,
  scopeField,
} from './key-fields';

const SENT = {
  name: ' Shop ',
  [scopeField('text')]: 'yes',
  models: 'a, b，c',
  rpm: '7',
  tpm: '',
  budget: '12.50',
  period: 'day',
};

describe('the fields of a key on a page', () => {
  it('become the terms that the API takes, and nothing is no limit', async () => {
    const { values } = await checkNewKey(readKeyFields(SENT));
    expect(values).toMatchObject({
      name: 'Shop',
      scopes: ['text'],
      models: ['a', 'b', 'c'],
      rpm: 7,
      tpm: null,
      budget: { amount_cny: '12.50', period: 'day' },
    });
    const none = await checkKeyTerms(readKeyFields({ ...SENT, models: '', rpm: '', budget: '' }));
    expect(none.values).toMatchObject({ models: null, rpm: null, budget: null });
  });

  it('are each named if they are wrong', async () => {
    const { problems } = await checkNewKey({ ...EMPTY_KEY, scopes: [], rpm: 'many', tpm: '0', budget: 'x' });
    expect(Object.keys(problemsOf(problems ?? [])).sort()).toEqual(['budget', 'name', 'rpm', 'scopes', 'tpm']);
  });

  it('say what the operator does not allow, and hide no other error', () => {
    expect(refusedField(keyErrors.model_not_allowed({ param: 'models' }))).toEqual({ models: 'notAllowed' });
    expect(refusedField(inputInvalid('budget', 'is too much'))).toEqual({ budget: 'notAllowed' });
    expect(() => refusedField(keyErrors.too_many_keys())).toThrow();
    expect(() => refusedField(new Error('x'))).toThrow('x');
  });
});
