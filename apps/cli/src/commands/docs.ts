import { dataOf } from '@shipyard/client';
import type { Command } from '../command';
import { readProjectConfig } from '../project/project-config';

export const run: Command = async (context) => {
  const { program: programId } = await readProjectConfig(context);
  const { client, origin } = await context.connect();
  const [docId] = context.positionals;
  const data = await dataOf(
    docId === undefined
      ? client.GET('/api/v1/docs/{programId}', { params: { path: { programId } } })
      : client.GET('/api/v1/docs/{programId}/{docId}', { params: { path: { programId, docId } } }),
  );
  const lines = data.docs.map(({ id, title, url }) => `${id}  ${title}  ${new URL(url, origin).href}`);
  context.output.result(data, lines.length > 0 ? lines : [context.words.docs.none(programId)]);
};
