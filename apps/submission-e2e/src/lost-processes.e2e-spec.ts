import { describeKills } from './kill.e2e-part';
import { describeOutages } from './outage.e2e-part';
import { OwnStack } from './own-stack';

describe('a process or a server that is gone', () => {
  const own = new OwnStack();

  beforeAll(() => own.start());

  afterAll(() => own.stop());

  describe('kill -9 while a review runs', () => describeKills(own));

  describe('while a server is unavailable', () => describeOutages(own));
});
