import type { EditorWords } from '@shipyard/ui';
import type { Refusal } from '../session/api';
import { firstMissing, sentencesOf } from './readme-api';

const words: EditorWords['refusals'] = {
  field: '{field}: {problem}.',
  README_FRONT_MATTER_INVALID: 'front matter',
  README_ATTACHMENT_NOT_IMAGE: 'no images: {pictures}',
  README_IMAGE_MISSING: 'missing',
  IMAGE_TOO_LARGE: 'too large: {pictures}',
  QUOTA_EXCEEDED: 'quota',
  PAYLOAD_TOO_LARGE: 'too much',
  RATE_LIMITED: 'too fast',
  FORBIDDEN: 'forbidden',
};
const refused = (error: string, details: Record<string, unknown> = {}): Refusal => ({
  kind: 'refused',
  status: 400,
  error,
  message: 'What the service says.',
  details,
  requestId: null,
  retryAfter: null,
});

describe('why a README is not saved', () => {
  it.each([
    { of: 'an error that the page knows', refusal: refused('QUOTA_EXCEEDED'), says: ['quota'] },
    {
      of: 'damaged pictures, with their names',
      refusal: refused('README_ATTACHMENT_NOT_IMAGE', { parts: ['a.png', 'b.png'] }),
      says: ['no images: a.png, b.png'],
    },
    {
      of: 'a large picture, with its name',
      refusal: refused('IMAGE_TOO_LARGE', { part: 'a.png' }),
      says: ['too large: a.png'],
    },
    { of: 'another error', refusal: refused('STATE_CONFLICT'), says: ['What the service says.'] },
    {
      of: 'each field',
      refusal: refused('VALIDATION_FAILED', {
        fields: [{ field: 'tags', message: 'must be a list' }, { field: 'tagline', message: 'is too long' }, 'x'],
      }),
      says: ['tags: must be a list.', 'tagline: is too long.'],
    },
  ])('is said in the words of the page for $of', ({ refusal, says }) => {
    expect(sentencesOf(refusal, words)).toEqual(says);
  });

  it.each([
    { of: 'a picture', missing: ['./b.png', 'a.png'], says: ['b.png in line 3'] },
    { of: 'a picture that is written in another way', missing: ['c.png'], says: ['c.png'] },
    { of: 'nothing', missing: [], says: [] },
  ])('names $of that is missing', ({ missing, says }) => {
    const texts = { one: '', many: '', line: '', place: '{path}', placeAt: '{path} in line {line}', choose: '' };
    expect(firstMissing(missing, '# A\n\n![b](./b.png)\n![a](a.png)', texts)).toEqual(says);
  });
});
