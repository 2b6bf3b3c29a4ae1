import { sharedStack } from '@shipyard/testing';
import { completeParticipantFlow } from './participant-flow';

describe('the participant flow', () => {
  const { credentials } = sharedStack();

  it('leads from a new project to a finished review', async () => {
    await completeParticipantFlow({
      submissionUrl: credentials.submission_url,
      token: credentials.participant.token,
      programId: credentials.program_id,
    });
  });
});
