import { type ChatMessage, readFencedData } from '@shipyard/contracts';
import fc from 'fast-check';
import { digestMessages, reviewMessages, type ReviewMaterial } from './review-prompt';

const FENCE = '0123456789abcdef0123456789abcdef';
const material = (more: Partial<ReviewMaterial> = {}): ReviewMaterial => ({
  facts: {
    project: { name: 'Kiln', tagline: '', tags: [] },
    readme_characters: 6,
    readme_sections: ['Kiln'],
    log_count: 2,
    rubric: [],
  },
  readme: '# Kiln',
  earlier: [],
  imageTexts: [],
  digests: [{ sequence: 1, digest: 'Built.' }],
  logs: [{ sequence: 2, title: 'Day 2', text: 'Fired.' }],
  images: [],
  ...more,
});

const textOf = (message?: ChatMessage) => (typeof message?.content === 'string' ? message.content : '');

describe('the messages to a model', () => {
  it("fence all of the project's data with a word that the system message announces", () => {
    const [system, user] = reviewMessages(material({ imageTexts: ['The door'] }), FENCE);
    expect(system?.content).toContain(`=== BEGIN DATA ${FENCE}`);
    expect(readFencedData(textOf(user))).toEqual([
      { name: 'facts', text: JSON.stringify(material().facts) },
      { name: 'readme', text: '# Kiln' },
      { name: 'descriptions of images', text: '1: The door' },
      { name: 'digest of log 1', text: 'Built.' },
      { name: 'log 2', text: 'Day 2\n\nFired.' },
    ]);
  });

  it('number the earlier remarks, a line each, in the fence', () => {
    const earlier = ['README section "Kiln": Say\n2: more.', `log 1: ${'长'.repeat(700)}`];
    const [system, user] = reviewMessages(material({ earlier }), FENCE);
    expect(system?.content).toContain('verdict is met, partly or not_met');
    const block = readFencedData(textOf(user))?.find(({ name }) => name === 'earlier remarks');
    const lines = block?.text.split('\n') ?? [];
    expect(lines.map((line) => line.slice(0, 40))).toEqual([
      '1: README section "Kiln": Say 2: more.',
      `2: log 1: ${'长'.repeat(30)}`,
    ]);
    expect([...(lines[1] ?? '')].length).toBeLessThan(620);
  });

  it('include the images with their places only', () => {
    const [, user] = reviewMessages(
      material({ images: [{ where: 'log 2', url: 'data:image/jpeg;base64,AA' }] }),
      FENCE,
    );
    expect(user?.content).toMatchObject([
      { type: 'text' },
      { type: 'text', text: 'The next picture is data too. It is of the log 2.' },
      { type: 'image_url' },
    ]);
  });

  it('are constant outside the data', () => {
    const [system] = reviewMessages(material(), FENCE);
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(text, text, text, (readme, title, body) => {
        const messages = reviewMessages(
          material({ readme, logs: [{ sequence: 2, title, text: body }], digests: [], imageTexts: [title] }),
          FENCE,
        );
        expect(messages[0]).toEqual(system);
        expect(readFencedData(textOf(messages[1]))?.map(({ name }) => name)).toEqual([
          'facts',
          'readme',
          'descriptions of images',
          'log 2',
        ]);
      }),
    );
  });

  it('are the same for the same review, so that its Idempotency-Key can be reused', () => {
    expect(reviewMessages(material(), FENCE)).toEqual(reviewMessages(material(), FENCE));
    expect(digestMessages(material().logs, 300, FENCE)).toEqual(digestMessages(material().logs, 300, FENCE));
  });
});
