export { type FlatRateCall, flatRateOf } from './flat-rate-call';
export { FlatRateCalls } from './flat-rate-calls.service';
export { FlatRateRoute } from './flat-rate-route';
export { MeteredCallsModule } from './metered-calls.module';
export { type MeteredCall, MeteredCalls } from './metered-calls.service';
export { readFallbacks } from './model-fallback';
