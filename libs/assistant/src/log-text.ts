import { type components, dataOf, type ShipyardClient } from '@shipyard/client';

type LogView = components['schemas']['LogView'];

/** What a model reads of a log. */
export const logText = ({ title, content_md: text }: LogView): string =>
  text === undefined ? 'Its maker withdrew this log.' : `# ${title ?? ''}\n\n${text}`;

/** Null: the project has no log of this number. */
export async function findLog(client: ShipyardClient, slug: string, sequence: number): Promise<LogView | null> {
  const { logs } = await dataOf(
    client.GET('/api/v1/projects/{slug}/logs', { params: { path: { slug }, query: { limit: 1, sequence } } }),
  );
  return logs.find((each) => each.sequence === sequence) ?? null;
}
