import { asObject, asObjects, type JsonObject } from '../../http/json-reading';
import type { AnsweredImage, ImageAnswer } from '../../images/obtain-images';
import { toOpenAiFailure } from './openai-failure';

export function fromOpenAiImages(body: unknown): ImageAnswer {
  const said = asObject(body);
  if (!Array.isArray(said?.data)) throw toOpenAiFailure({ status: 200 }, body);
  const items = asObjects(said.data);
  return {
    images: items.flatMap(toImage),
    failures: items.filter(({ error }) => asObject(error)).map((item) => toOpenAiFailure({ status: 200 }, item)),
  };
}

function toImage({ url, b64_json: base64, revised_prompt: revised }: JsonObject): AnsweredImage[] {
  const revisedPrompt = typeof revised === 'string' && revised !== '' ? revised : null;
  if (typeof base64 === 'string' && base64 !== '') return [{ source: { base64 }, revisedPrompt }];
  return typeof url === 'string' && url !== '' ? [{ source: toSource(url), revisedPrompt }] : [];
}

/** Some send the bytes as a data URL. */
const toSource = (url: string) => (url.startsWith('data:') ? { base64: url.slice(url.indexOf(',') + 1) } : { url });
