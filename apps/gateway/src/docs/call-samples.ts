import { type NamedOperation, pythonValue, type SampleFacts, type SentCall } from '@shipyard/http';

/** What the samples of the reference need besides the URL of the gateway. */
export const SAMPLE_FACTS: Omit<SampleFacts, 'site'> = { tokenVariable: 'GATEWAY_KEY', clientCall: openAiCall };

interface ClientCall {
  /** The method of OpenAI's clients, which has the same name in both. */
  name: string;
  /** The client takes the id of the path, in place of a body. */
  takesId?: boolean;
}

const CLIENT_CALLS: Readonly<Record<string, ClientCall>> = {
  'chat.answer': { name: 'chat.completions.create' },
  'imageGenerations.generate': { name: 'images.generate' },
  'models.list': { name: 'models.list' },
  'models.find': { name: 'models.retrieve', takesId: true },
};

/** OpenAI's clients have a method for some calls. */
function openAiCall({ operationId, parameters }: NamedOperation, { url, json }: SentCall) {
  const call = CLIENT_CALLS[operationId];
  if (!call) return null;
  const { origin } = new URL(url);
  const id = call.takesId ? JSON.stringify(parameters.find((each) => each.in === 'path')?.example) : '';
  const fields = typeof json === 'object' && json !== null ? Object.entries(json) : [];
  const named = fields.map(([name, value]) => `    ${name}=${pythonValue(value).replaceAll('\n', '\n    ')},`);
  const body = json === undefined ? id : JSON.stringify(json, null, 2);
  return {
    typescript: [
      `import OpenAI from 'openai';`,
      '',
      `const client = new OpenAI({ baseURL: '${origin}/v1', apiKey: process.env.GATEWAY_KEY });`,
      `const answer = await client.${call.name}(${body});`,
    ].join('\n'),
    python: [
      'import os',
      '',
      'from openai import OpenAI',
      '',
      `client = OpenAI(base_url="${origin}/v1", api_key=os.environ["GATEWAY_KEY"])`,
      ...(named.length > 0
        ? [`answer = client.${call.name}(`, ...named, ')']
        : [`answer = client.${call.name}(${id})`]),
    ].join('\n'),
  };
}
