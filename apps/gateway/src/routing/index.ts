export { RouteHealthView } from './route-health.view';
export { RoutingModule } from './routing.module';
export {
  type AttemptTerms,
  noRouteAvailable,
  type OpenRoute,
  type PlannedRoute,
  type RoutedCall,
  type RouteLease,
  RoutingService,
} from './routing.service';
export type { RouteHealth } from './router';
