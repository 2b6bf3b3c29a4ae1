import { defineErrors } from './errors';
import { errorFormatOf } from './error.filter';
import { envelopeErrors, envelopeErrorFormat, openAiErrors, openAiErrorFormat } from './error-format';

describe('surfaces', () => {
  const errorFormats = [envelopeErrorFormat('/'), openAiErrorFormat('/v1')];

  it.each([
    ['/v1/models', '/v1'],
    ['/v1', '/v1'],
    ['/v10', '/'],
    ['/admin/ledger', '/'],
  ])('%s belongs to %s', (path, prefix) => {
    expect(errorFormatOf(path, errorFormats).prefix).toBe(prefix);
  });

  it('render what OpenAI clients read, with all four keys', () => {
    const error = openAiErrors.invalid_value({ message: 'n must be 1', param: 'n' });
    expect(openAiErrorFormat('/v1').render(error)).toEqual({
      error: { message: 'n must be 1', type: 'invalid_request_error', param: 'n', code: 'invalid_value' },
    });
  });

  it('omit details if there are none', () => {
    expect(envelopeErrorFormat('/').render(envelopeErrors.NOT_FOUND())).toEqual({
      ok: false,
      error: 'NOT_FOUND',
      message: 'There is nothing at this URL. Check the path and the method.',
    });
  });
});

describe('defineErrors', () => {
  it('makes errors that know their row and prefer a particular message', () => {
    const errors = defineErrors({ SLUG_TAKEN: { status: 409, message: 'Taken.' } });
    expect(errors.SLUG_TAKEN.code).toBe('SLUG_TAKEN');
    const error = errors.SLUG_TAKEN({ message: 'The slug a is taken.' });
    expect([error.code, error.row.status, error.message]).toEqual(['SLUG_TAKEN', 409, 'The slug a is taken.']);
    expect(errors.SLUG_TAKEN().message).toBe('Taken.');
  });
});
