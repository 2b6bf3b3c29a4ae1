import { beginSpan, currentSpan, isTracing, spanOfRequest } from '@shipyard/platform/tracing';
import type { RouteTrace } from './router';

/** How a supplier's call ends if it is no failure: it answered, or the client left. */
const FINE = new Set(['answered', 'left']);

/** Adds a span for each route that is asked. Suppliers get no trace context, because they are other companies. */
export function tracedSuppliers(inner: RouteTrace, requestId: string | null): RouteTrace {
  if (!isTracing()) return inner;
  // An image task has no request here, but a job.
  const parent = requestId === null ? currentSpan() : spanOfRequest(requestId);
  return {
    skipped: (candidate, why) => inner.skipped(candidate, why),
    asked: (candidate) => {
      const { id, supplierId } = candidate.route;
      const logged = inner.asked(candidate);
      const span = beginSpan('ask supplier', {
        kind: 'client',
        parent: parent?.traceparent,
        attributes: {
          'shipyard.supplier_id': supplierId,
          'shipyard.route_id': id,
          ...(requestId !== null && { 'shipyard.request_id': requestId }),
        },
      });
      return {
        produced: () => logged.produced(),
        ended: (outcome) => {
          logged.ended(outcome);
          span?.end({ attributes: { 'shipyard.outcome': outcome }, isFailed: !FINE.has(outcome) });
        },
      };
    },
  };
}
