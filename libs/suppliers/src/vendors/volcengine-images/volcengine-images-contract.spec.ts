import { startFakeVolcengineImages } from '@shipyard/testing';
import { describeImageContract } from '../../contract-suite/image-contract';
import { describeRecordedImages } from '../../contract-suite/recorded-images';
import { fromOpenAiImages } from '../openai/from-openai-images';
import { toOpenAiFailure } from '../openai/openai-failure';

describeImageContract({
  vendor: 'volcengine-images',
  start: () => startFakeVolcengineImages(),
  model: 'doubao-seedream-fake',
  writesBase64: true,
  revises: false,
  userAt: null,
});

describeRecordedImages('volcengine-images', { read: fromOpenAiImages, toFailure: toOpenAiFailure });
