import { address, optional, type Setting } from '../config';

export interface TraceSettings {
  /** The full URL of the collector, for OTLP over HTTP. */
  url: string;
  headers: Record<string, string>;
  /** The share of new traces that are recorded, 0 to 1. */
  ratio: number;
}

const RATIO: Setting<number> = {
  takes: 'a share from 0 to 1',
  parse: (value) => (/^(?:0(?:\.\d+)?|1(?:\.0+)?|\.\d+)$/.test(value) ? Number(value) : undefined),
  fallback: 1,
};

const HEADERS: Setting<Record<string, string>> = {
  takes: 'headers as name=value, separated by commas, with URL-encoded values',
  parse: (value) => {
    const pairs = value.split(',').map((pair) => /^\s*([\w!#$%&'*+.^`|~-]+)\s*=(.*)$/.exec(pair));
    if (pairs.some((pair) => pair === null)) return undefined;
    return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', decodeURIComponent(pair?.[2] ?? '').trim()]));
  },
  fallback: {},
};

/** The names are those of the OpenTelemetry specification. */
export function traceSettings() {
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: optional(address(['http', 'https'])),
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optional(address(['http', 'https'])),
    OTEL_EXPORTER_OTLP_HEADERS: HEADERS,
    OTEL_TRACES_SAMPLER_ARG: RATIO,
  };
}

interface ReadSettings {
  OTEL_EXPORTER_OTLP_ENDPOINT: string | undefined;
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: string | undefined;
  OTEL_EXPORTER_OTLP_HEADERS: Record<string, string>;
  OTEL_TRACES_SAMPLER_ARG: number;
}

/** Undefined if no endpoint is set: then nothing is traced. */
export function tracesOf(config: ReadSettings): TraceSettings | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: whole } = config;
  const url = whole ?? (base === undefined ? undefined : `${base}/v1/traces`);
  if (url === undefined) return undefined;
  return { url, headers: config.OTEL_EXPORTER_OTLP_HEADERS, ratio: config.OTEL_TRACES_SAMPLER_ARG };
}
