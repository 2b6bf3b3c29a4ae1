import { metricsPort, text } from './config';
import { tracesOf, type TraceSettings, traceSettings } from './tracing';

export interface Observation {
  metrics?: { port: number; host: string };
  traces?: TraceSettings;
  /** Always on loopback. */
  debugPort?: number;
}

/** How a process is seen from outside. Each process reads these. */
export function observationSettings() {
  return {
    METRICS_PORT: metricsPort(),
    METRICS_HOST: text('the address to listen on', '127.0.0.1'),
    /** The first of four ports, on loopback. If absent, there is none. */
    DEBUG_PORT: metricsPort(),
    ...traceSettings(),
  };
}

type ReadSettings = Parameters<typeof tracesOf>[0] & {
  METRICS_PORT: number | undefined;
  METRICS_HOST: string;
  DEBUG_PORT: number | undefined;
};

/** Ports are counted from the first: submission, its worker, gateway, its worker. */
export function observationOf(config: ReadSettings, offset: 0 | 1 | 2 | 3): Observation {
  return {
    metrics:
      config.METRICS_PORT === undefined ? undefined : { port: config.METRICS_PORT + offset, host: config.METRICS_HOST },
    traces: tracesOf(config),
    debugPort: config.DEBUG_PORT === undefined ? undefined : config.DEBUG_PORT + offset,
  };
}
