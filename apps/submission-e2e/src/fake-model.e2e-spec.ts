import { describeInterviewFaults } from './interview-faults.e2e-part';
import { describeReviewFaults } from './review-faults.e2e-part';
import { describeTwins } from './review-twins.e2e-part';
import { ScriptedModel } from './scripted-model';
import { describeThreeOfEverything } from './three-of-everything.e2e-part';

/** One stack for all, because each asks about projects of its own. The first counts all charges. */
describe('with a model of the test', () => {
  const model = new ScriptedModel();

  beforeAll(() => model.start());

  afterAll(() => model.stop());

  describe('a review whose model, gateway or worker fails', () => describeReviewFaults(model));

  describe('an interview whose model, gateway or worker fails', () => describeInterviewFaults(model));

  describe('a project that tries to influence the reviewer', () => describeTwins(model));

  describe('three submission services and two workers', () => describeThreeOfEverything(model));
});
