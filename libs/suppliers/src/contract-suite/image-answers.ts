import { CANARY } from '@shipyard/testing';
import sharp from 'sharp';
import { each, type ImageSubject, PROMPT } from './image-subject';

export function itDraws(subject: ImageSubject): void {
  it('draws an image of the asked size', async () => {
    const before = subject.fake.purchases.length;
    const [image, ...more] = await subject.drawn();
    expect(more).toEqual([]);
    const { format, width, height } = await sharp(image?.bytes).metadata();
    expect({ format, width, height, extension: image?.extension, revised: image?.revisedPrompt }).toEqual({
      format: 'png',
      ...subject.size,
      extension: 'png',
      revised: null,
    });
    expect(subject.fake.purchases.slice(before)).toMatchObject([
      { model: `${subject.contract.model}-${CANARY}`, prompt: PROMPT, ...subject.size, count: 1 },
    ]);
  });

  it('shows its key in one header only', async () => {
    await subject.drawn();
    const { headers, body } = subject.fake.purchases.at(-1) ?? { headers: {}, body: {} };
    expect(JSON.stringify(body)).not.toContain(subject.fake.apiKey);
    expect(Object.values(headers).filter((value) => String(value).includes(subject.fake.apiKey))).toHaveLength(1);
  });

  it('draws several, or says that it draws one a call', async () => {
    const count = Math.min(subject.most, 3);
    const images = await subject.drawn({ count });
    expect(new Set(images.map(({ bytes }) => bytes.toString('base64'))).size).toBe(count);
    expect(subject.fake.purchases.at(-1)?.count).toBe(count);
    if (count > 1) expect(await subject.drawn({ count: subject.most })).toHaveLength(subject.most);
  });

  it('returns what was drawn where some were not', async () => {
    for (const refused of ['content', 'fault'] as const) {
      subject.fake.script({ kind: 'answer', images: [{ refused }, {}] });
      expect(await subject.drawn({ count: Math.min(subject.most, 2) })).toHaveLength(1);
    }
    subject.fake.script({ kind: 'answer', images: [{ bytes: 'page' }, {}] });
    expect(await subject.drawn()).toHaveLength(1);
  });

  it('fails where none was drawn', async () => {
    subject.fake.script({ kind: 'answer', images: [] });
    expect(await subject.failure()).toMatchObject({ fault: 'failed', mayBeAccepted: true, bought: 1 });
    subject.fake.script(each({ refused: 'fault' }));
    expect(await subject.failure()).toMatchObject({ fault: 'failed', mayBeAccepted: true, bought: 1 });
  });

  it('says how the prompt was rewritten, where it is told', async () => {
    subject.fake.script({ kind: 'answer', revisedPrompt: 'A florist at dawn' });
    expect((await subject.drawn())[0]?.revisedPrompt).toBe(subject.contract.revises ? 'A florist at dawn' : null);
  });

  it('hands on the label of the end user, where there is a place for it', async () => {
    await subject.drawn({ user: 'customer-42' });
    const { body } = subject.fake.purchases.at(-1) ?? { body: {} };
    if (subject.contract.userAt === null) expect(JSON.stringify(body)).not.toContain('customer-42');
    else expect(body).toHaveProperty(subject.contract.userAt, 'customer-42');
  });
}
