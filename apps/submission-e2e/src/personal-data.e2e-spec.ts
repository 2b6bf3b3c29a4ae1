import { describeAccountDeletion } from './account-deletion.e2e-part';
import { OwnStack } from './own-stack';
import { describeRecipientLeaks } from './recipient-leaks.e2e-part';

/** Both search all that a stack stores. The first looks at all shipments. */
describe('personal data', () => {
  const own = new OwnStack();

  beforeAll(() => own.start());

  afterAll(() => own.stop());

  describe('of recipients', () => describeRecipientLeaks(own));

  describe('DELETE /accounts/me', () => describeAccountDeletion(own));
});
