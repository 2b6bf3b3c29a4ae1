import { describeErrorCodes } from './error-codes.e2e-part';
import { describeHostileRequests } from './hostile-requests.e2e-part';
import { OwnStack } from './own-stack';

/** Hostile requests come last, because they damage the data of the stack. */
describe('wrong requests', () => {
  const own = new OwnStack();

  beforeAll(() => own.start());

  afterAll(() => own.stop());

  describe('error codes', () => describeErrorCodes(own));

  describe('wrong and mutated requests of every route of both services', () => describeHostileRequests(own));
});
