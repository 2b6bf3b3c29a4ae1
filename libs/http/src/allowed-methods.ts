import type { IncomingMessage } from 'node:http';
import { pathOf } from './begin-request-context';

interface Layer {
  match(path: string): boolean;
  route?: { path: unknown; methods: Readonly<Record<string, boolean>> };
}

/** Returns the methods that the path of a request has. Empty: no route has this path. */
export function allowedMethods(request: IncomingMessage): string[] {
  const path = pathOf(request);
  const layers = layersOf(request).filter((layer) => layer.route && matches(layer, path));
  // `/projects/sync` is no slug, so what `/projects/:slug` takes is not said of it.
  const fewest = Math.min(...layers.map(parametersIn));
  const named = layers
    .filter((layer) => parametersIn(layer) === fewest)
    .flatMap(({ route }) => Object.keys(route?.methods ?? {}).map((method) => method.toUpperCase()));
  return [...new Set(named.includes('GET') ? [...named, 'HEAD'] : named)].sort();
}

const parametersIn = ({ route }: Layer) => String(route?.path).split('/:').length;

/** A path with invalid percent-encoding is nobody's. */
function matches(layer: Layer, path: string): boolean {
  try {
    return layer.match(path);
  } catch {
    return false;
  }
}

/** Express sets `app` on each request that it takes. */
function layersOf(request: IncomingMessage & { app?: unknown }): Layer[] {
  const stack = fieldOf(fieldOf(request.app, 'router'), 'stack');
  return Array.isArray(stack) ? stack.filter(isLayer) : [];
}

/** A router is a function with fields. */
function fieldOf(value: unknown, name: string): unknown {
  const hasFields = (typeof value === 'object' && value !== null) || typeof value === 'function';
  return hasFields ? Reflect.get(value, name) : undefined;
}

const isLayer = (value: unknown): value is Layer =>
  typeof value === 'object' && value !== null && 'match' in value && typeof value.match === 'function';
