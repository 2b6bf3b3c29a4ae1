import type { Output } from '../output';
import type { SyncReporter } from '../project/sync';
import type { Words } from '../words/words';

const SHOWN_EVERY = 5;

/** Draws over one line in a terminal. Elsewhere it writes a line for each step, and for some of many uploads. */
export function progressReporter(output: Output, words: Words): SyncReporter {
  return {
    differs: (lines) => {
      for (const line of lines) output.fail(line);
    },
    step: (line) => output.tell(output.paintMessage('dim', line)),
    uploaded: (done, total) => {
      if (output.isLive) output.draw(words.sync.uploading(done, total), done === total);
      else if (done === total || done % SHOWN_EVERY === 0) output.tell(words.sync.uploading(done, total));
    },
  };
}
