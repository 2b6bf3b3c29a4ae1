export interface TraceContext {
  traceId: string;
  spanId: string;
  traceFlags: number;
}

const SAMPLED = 1;
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-.*)?$/;
const VERSION_WITHOUT_MORE = /^00-.{52}$/;

/** Reads the traceparent header of W3C Trace Context. */
export function parseTraceparent(text: string | undefined): TraceContext | undefined {
  if (text === undefined || (text.startsWith('00') && !VERSION_WITHOUT_MORE.test(text))) return undefined;
  const [, traceId, spanId, flags] = TRACEPARENT.exec(text) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & SAMPLED };
}

export function writeTraceparent({ traceId, spanId, traceFlags }: TraceContext): string {
  return `00-${traceId}-${spanId}-0${traceFlags & SAMPLED}`;
}
