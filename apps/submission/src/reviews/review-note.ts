export interface ReadingGaps {
  readme: { read: number; of: number } | null;
  cutLogs: number[];
  digested: number[];
  left: number;
  images: { seen: number; of: number };
}

const NAMED_LIMIT = 8;

export function readingNote({ readme, cutLogs, digested, left, images }: ReadingGaps): string {
  const sentences = [
    ...(readme ? [`Of the README the first ${readme.read} of ${readme.of} characters were read.`] : []),
    ...(cutLogs.length > 0 ? [`Only the beginning was read of ${named(cutLogs)}.`] : []),
    ...(digested.length > 0 ? [`Older logs were read in a condensed form: ${named(digested)}.`] : []),
    ...(left > 0 ? [`The ${left === 1 ? 'oldest log was' : `${left} oldest logs were`} not read.`] : []),
    ...(images.seen < images.of
      ? [images.seen === 0 ? 'Images were not looked at.' : `${images.seen} of ${images.of} images were looked at.`]
      : []),
  ];
  return sentences.length > 0 ? `How this was reviewed: ${sentences.join(' ')}` : '';
}

function named(sequences: number[]): string {
  const sorted = [...sequences].sort((a, b) => a - b);
  const shown = sorted
    .slice(0, NAMED_LIMIT)
    .map((sequence) => `log ${sequence}`)
    .join(', ');
  return sorted.length > NAMED_LIMIT ? `${shown} and ${sorted.length - NAMED_LIMIT} more` : shown;
}
