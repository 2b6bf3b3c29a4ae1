import { parseTraceparent, writeTraceparent } from './trace-context';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('a traceparent', () => {
  it.each([
    [`00-${TRACE}-${SPAN}-01`, 1],
    [`00-${TRACE}-${SPAN}-00`, 0],
    [`00-${TRACE}-${SPAN}-fe`, 0],
    [`01-${TRACE}-${SPAN}-01-of-a-later-version`, 1],
  ])('%s is read', (text, traceFlags) => {
    expect(parseTraceparent(text)).toEqual({ traceId: TRACE, spanId: SPAN, traceFlags });
  });

  it.each([
    undefined,
    '',
    'garbage',
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE}-${SPAN}-01-more`,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01\n`,
  ])('%j is ignored', (text) => expect(parseTraceparent(text)).toBeUndefined());

  it('is written as it was read', () => {
    const text = `00-${TRACE}-${SPAN}-01`;
    expect(writeTraceparent(parseTraceparent(text) ?? { traceId: '', spanId: '', traceFlags: 0 })).toBe(text);
  });
});
