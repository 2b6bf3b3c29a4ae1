import { possibleClasses } from './chat-plan';

const of = (content: unknown, parameters: object = {}, outputModalities = ['text']) =>
  possibleClasses({ messages: [{ role: 'user', content }], ...parameters }, { outputModalities });

describe('the classes that a chat may be billed in', () => {
  it('follow from the parts of its messages', () => {
    expect(of('a')).toEqual([]);
    expect(of([{ type: 'text', text: 'a' }, null])).toEqual([]);
    expect(of([{ type: 'image_url' }])).toEqual(['image_input_1k_tokens']);
    expect(of([{ type: 'file' }, { type: 'input_audio' }])).toEqual(['audio_input_1k_tokens', 'image_input_1k_tokens']);
    expect(of('a', { messages: [{ role: 'assistant', audio: { id: 'a' } }] })).toEqual(['audio_input_1k_tokens']);
    expect(of([{ type: 'text', text: 'a', cache_control: { type: 'ephemeral', ttl: '1h' } }])).toEqual([
      'cache_write_1h_1k_tokens',
    ]);
  });

  it('follow from what it asks for, or from what the model returns', () => {
    expect(of('a', {}, ['text', 'image'])).toEqual(['image_output_1k_tokens']);
    expect(of('a', { modalities: ['text'] }, ['text', 'image', 'audio'])).toEqual([]);
    expect(of('a', { modalities: ['audio', 'text'] })).toEqual(['audio_output_1k_tokens']);
  });
});
