import { type DataBlock, logBlock, type LogDigestsOutput } from '@shipyard/contracts';

const DIGEST_LENGTH = 120;

export function digestLogs(blocks: readonly DataBlock[]): LogDigestsOutput {
  return {
    digests: blocks.flatMap(({ name, text }) => {
      const log = Number(/^log (\d+)$/.exec(name)?.[1]);
      return name === logBlock(log)
        ? [
            {
              log,
              digest: `${[...text].slice(0, DIGEST_LENGTH).join('').replace(/\s+/g, ' ').trim()} (digest by the sandbox)`,
            },
          ]
        : [];
    }),
  };
}
