import { startFakeGemini } from '@shipyard/testing';
import { describeChatContract } from '../../contract-suite/chat-contract';
import { describeRecordedChats } from '../../contract-suite/recorded-chats';
import { toGeminiFailure } from './gemini-failure';

describeChatContract('gemini', {
  start: () => startFakeGemini(),
  model: 'gemini-3-fake',
  cachedUsage: {
    promptTokenCount: 1_200,
    cachedContentTokenCount: 1_000,
    candidatesTokenCount: 3,
    thoughtsTokenCount: 9,
    totalTokenCount: 1_212,
  },
  imageUrls: 'fetched',
  beginsEmpty: false,
  toFailure: toGeminiFailure,
});

describeRecordedChats('gemini', '{"candidates":[{"content":{"parts":[{"text":"a"}]}}]}');
