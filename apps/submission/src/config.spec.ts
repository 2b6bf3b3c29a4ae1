import { undocumentedVariables } from '@shipyard/testing';
import { readHttpConfig, readWorkerConfig } from './config';

describe('the configuration of the submission service', () => {
  it.each([['HTTP', readHttpConfig], ['worker', readWorkerConfig]])('%s: is in .env.example, and handed on in docker/compose.yaml', (_, read) => {
    expect(undocumentedVariables(read)).toEqual({ example: [], compose: [] });
  });
});
