export { RouteHealthView } from './route-health.view';
export { RoutingModule } from './routing.module';
export {
  type AttemptTerms,
  noRouteAvailable,
  type OpenRoute,
  type RoutedCall,
  type RouteLease,
  RoutingService,
} from './routing.service';
