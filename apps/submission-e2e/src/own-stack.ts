import { startTestStack, type TestStack, type TestStackOptions } from '@shipyard/testing';

/** The stack of a suite whose parts lie in several files. */
export class OwnStack {
  private started: TestStack | undefined;

  constructor(private readonly options: TestStackOptions = {}) {}

  async start(): Promise<void> {
    this.started = await startTestStack(this.options);
  }

  async stop(): Promise<void> {
    await this.started?.stop();
  }

  get stack(): TestStack {
    if (this.started === undefined) throw new Error('The stack has not started');
    return this.started;
  }
}
