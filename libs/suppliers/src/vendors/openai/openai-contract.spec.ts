import { startFakeOpenAiImages, startFakeSupplier } from '@shipyard/testing';
import { describeChatContract } from '../../contract-suite/chat-contract';
import { describeImageContract } from '../../contract-suite/image-contract';
import { describeRecordedChats } from '../../contract-suite/recorded-chats';
import { describeRecordedImages } from '../../contract-suite/recorded-images';
import { fromOpenAiImages } from './from-openai-images';
import { toOpenAiFailure } from './openai-failure';

describeChatContract('openai', {
  start: () => startFakeSupplier(),
  model: 'gpt-fake',
  cachedUsage: {
    prompt_tokens: 1_200,
    completion_tokens: 12,
    prompt_tokens_details: { cached_tokens: 1_000 },
    completion_tokens_details: { reasoning_tokens: 9 },
  },
  imageUrls: 'sent',
  beginsEmpty: true,
  toFailure: toOpenAiFailure,
});

describeRecordedChats('openai', '{"choices":[{"index":0,"delta":{"content":"a"}}]}');

describeImageContract({
  vendor: 'openai',
  title: 'openai, compatible',
  start: () => startFakeOpenAiImages(),
  model: 'flux-fake',
  writesBase64: true,
  revises: true,
  userAt: 'user',
});

describeImageContract({
  vendor: 'openai',
  title: 'openai, gpt-image',
  start: () => startFakeOpenAiImages(),
  model: 'gpt-image-1-fake',
  size: { width: 1_536, height: 1_024 },
  writesBase64: true,
  revises: false,
  userAt: 'user',
});

describeImageContract({
  vendor: 'openai',
  title: 'openai, by address',
  start: () => startFakeOpenAiImages(),
  options: { image_response_format: 'url' },
  model: 'dall-e-3-fake',
  size: { width: 1_792, height: 1_024 },
  most: 1,
  writesBase64: true,
  revises: true,
  userAt: 'user',
});

describeRecordedImages('openai', { read: fromOpenAiImages, toFailure: toOpenAiFailure, folder: 'images' });
