export { MeteredCallsModule } from './metered-calls.module';
export { type MeteredCall, MeteredCalls } from './metered-calls.service';
