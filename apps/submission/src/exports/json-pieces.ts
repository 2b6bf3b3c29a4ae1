/** Text of about this size is sent at once. */
const PIECE_CHARACTERS = 64 * 1024;

/**
 * Writes a value as JSON, piece by piece. An async iterable becomes an array whose items are never held together, also
 * deep inside. Undefined properties are left out, as JSON.stringify does.
 */
export async function* jsonPieces(value: unknown): AsyncGenerator<string> {
  let piece = '';
  for await (const part of parts(value)) {
    piece += part;
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

async function* parts(value: unknown): AsyncGenerator<string> {
  if (isAsyncIterable(value)) {
    let before = '[';
    for await (const item of value) {
      yield before;
      yield* parts(item);
      before = ',';
    }
    yield before === '[' ? '[]' : ']';
  } else if (holdsIterable(value)) {
    let before = '{';
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue;
      yield `${before}${JSON.stringify(name)}:`;
      yield* parts(member);
      before = ',';
    }
    yield before === '{' ? '{}' : '}';
  } else {
    yield JSON.stringify(value) ?? 'null';
  }
}

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/** Arrays that are in memory already are written whole. */
const holdsIterable = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  Object.getPrototypeOf(value) === Object.prototype &&
  Object.values(value).some((member) => isAsyncIterable(member) || holdsIterable(member));
