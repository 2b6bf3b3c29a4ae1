import { ServiceReplica, startTestStack, type TestStack } from '@shipyard/testing';
import { MailServer } from '@shipyard/testing/mail-server';

const MAIL_FROM = 'Shipyard <mail@shipyard.example>';

/** A stack whose worker sends mail to a server of the test. */
export class MailStack {
  private started: { stack: TestStack; server: MailServer } | undefined;
  private isPaused = false;

  async start(): Promise<void> {
    const server = await MailServer.start();
    const stack = await startTestStack({
      environment: { SMTP_URL: server.url, MAIL_FROM },
      starts: ['submission', 'submissionWorker', 'gateway'],
    });
    this.started = { stack, server };
  }

  async stop(): Promise<void> {
    await this.stack.stop();
    await this.server.stop();
  }

  /** Ends all workers of a test, and starts the worker of the stack again. */
  async reset(): Promise<void> {
    ServiceReplica.endAll();
    if (this.isPaused) await this.resumeWorker();
  }

  get stack(): TestStack {
    return this.present.stack;
  }

  get server(): MailServer {
    return this.present.server;
  }

  async pauseWorker(): Promise<void> {
    this.isPaused = true;
    await this.stack.processes.submissionWorker.pause();
  }

  async resumeWorker(): Promise<void> {
    await this.stack.processes.submissionWorker.resume();
    this.isPaused = false;
  }

  startWorker(smtpUrl = this.server.url): Promise<ServiceReplica> {
    return ServiceReplica.start(this.stack, { entry: 'worker', environment: { SMTP_URL: smtpUrl, MAIL_FROM } });
  }

  private get present() {
    if (this.started === undefined) throw new Error('The stack has not started');
    return this.started;
  }
}
