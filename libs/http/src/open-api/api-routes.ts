import { RequestMethod, type Type } from '@nestjs/common';
import {
  GUARDS_METADATA,
  HTTP_CODE_METADATA,
  INTERCEPTORS_METADATA,
  METHOD_METADATA,
  PATH_METADATA,
  ROUTE_ARGS_METADATA,
} from '@nestjs/common/constants.js';
import type { ApplicationConfig, DiscoveryService } from '@nestjs/core';
import { isOutsideApi, type Operation, operationOf } from '../api-operation';
import type { Class } from '../class-schema';
import { type DescribedRoute, isRouteRule, type RouteRule } from '../route-rule';

export interface ApiRoute extends DescribedRoute {
  operation: Operation;
  status: number;
  rules: RouteRule[];
}

const BODY = 3;
const QUERY = 4;

/** Those of what applies to all routes. */
export function globalRules(config: ApplicationConfig): RouteRule[] {
  const around: unknown[] = [
    ...config.getGlobalFilters(),
    ...config.getGlobalGuards(),
    ...config.getGlobalInterceptors(),
    ...config.getGlobalPipes(),
  ];
  return around.filter(isRouteRule);
}

export function apiRoutes(discovery: DiscoveryService, config: ApplicationConfig): ApiRoute[] {
  const rules = globalRules(config);
  return discovery
    .getControllers()
    .flatMap(({ metatype }) =>
      typeof metatype === 'function' && !isOutsideApi(metatype) ? routesOf(metatype as Type<object>, rules) : [],
    );
}

function routesOf(controller: Type<object>, rules: RouteRule[]): ApiRoute[] {
  const routes: ApiRoute[] = [];
  for (const [name, handler] of handlersOf(controller)) {
    if (isOutsideApi(handler)) continue;
    const method = read(METHOD_METADATA, handler);
    const verb = typeof method === 'number' ? (RequestMethod[method] ?? '') : '';
    for (const prefix of paths(read(PATH_METADATA, controller))) {
      for (const rest of paths(read(PATH_METADATA, handler))) {
        const parts = [prefix, rest].map((part) => part.replace(/^\/+|(?<!\/)\/+$/g, '')).filter((part) => part !== '');
        routes.push(describedRoute(controller, name, { method: verb, path: `/${parts.join('/')}`, rules }));
      }
    }
  }
  return routes;
}

/** Also for a handler that Nest does not route. `rules` are the global ones. */
export function describedRoute(
  controller: Type<object>,
  name: string,
  { method, path, rules }: { method: string; path: string; rules: RouteRule[] },
): ApiRoute {
  const handler = handlerOf(controller, name);
  const operation = operationOf(handler);
  if (operation === undefined) throw new Error(`${controller.name}.${name} needs @ApiOperation or @ApiAnswers`);
  const own = [
    ...enhancersIn(GUARDS_METADATA, controller, handler),
    ...enhancersIn(INTERCEPTORS_METADATA, controller, handler),
  ].flatMap(ruleOf);
  const status = read(HTTP_CODE_METADATA, handler);
  return {
    method,
    path,
    inputs: { ...inputsOf(controller, name), ...operation.inputs },
    operation,
    status: typeof status === 'number' ? status : method === 'POST' ? 201 : 200,
    rules: [...rules, ...own],
    getHandler: () => handler,
    getClass: <Controller>() => controller as unknown as Type<Controller>,
  };
}

function handlerOf(controller: Type<object>, name: string): () => unknown {
  const value: unknown = Reflect.get(asObject(controller.prototype), name);
  if (typeof value !== 'function') throw new Error(`${controller.name} has no method ${name}`);
  return value as () => unknown;
}

function handlersOf(controller: Type<object>): Map<string, () => unknown> {
  const handlers = new Map<string, () => unknown>();
  for (
    let proto: unknown = controller.prototype;
    typeof proto === 'object' && proto !== null && proto !== Object.prototype;
    proto = Object.getPrototypeOf(proto)
  ) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(proto))) {
      if (!handlers.has(name) && typeof value === 'function' && read(METHOD_METADATA, value as object) !== undefined)
        handlers.set(name, value as () => unknown);
    }
  }
  return handlers;
}

function inputsOf(controller: Type<object>, name: string): ApiRoute['inputs'] {
  const args: unknown = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name);
  const types: unknown = Reflect.getMetadata('design:paramtypes', asObject(controller.prototype), name);
  const inputs: ApiRoute['inputs'] = {};
  for (const [key, argument] of Object.entries({ ...asObject(args) })) {
    const source = Number(key.split(':')[0]);
    const { index, data }: { index?: unknown; data?: unknown } = asObject(argument);
    const type: unknown = Array.isArray(types) && typeof index === 'number' ? types[index] : undefined;
    // A named part of the body or query is no DTO.
    if (typeof type !== 'function' || typeof data === 'string') continue;
    if (source === BODY) inputs.body = type as Class;
    if (source === QUERY) inputs.query = type as Class;
  }
  return inputs;
}

function ruleOf(enhancer: unknown): RouteRule[] {
  const rule: unknown = typeof enhancer === 'function' ? enhancer.prototype : enhancer;
  return isRouteRule(rule) ? [rule] : [];
}

const asObject = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});
const read = (key: string, target: object): unknown => Reflect.getMetadata(key, target);
const enhancersIn = (key: string, ...targets: object[]): unknown[] =>
  targets.flatMap((target) => read(key, target) ?? []);
const paths = (path: unknown): string[] =>
  Array.isArray(path) ? path.map(String) : [typeof path === 'string' ? path : ''];
