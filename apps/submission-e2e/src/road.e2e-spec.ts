import { sharedStack } from '@shipyard/testing';
import { walkTheRoad } from './road';

describe('the participant flow', () => {
  const { credentials } = sharedStack();

  it('leads from a new project to a finished review', async () => {
    await walkTheRoad({
      submissionUrl: credentials.submission_url,
      token: credentials.participant.token,
      programId: credentials.program_id,
    });
  });
});
