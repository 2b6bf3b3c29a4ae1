import { ServiceReplica, startTestStack, type TestStack } from '@shipyard/testing';
import { MailServer } from '@shipyard/testing/mail-server';
import { MailFront } from './mail-front';

const MAIL_FROM = 'Shipyard <mail@shipyard.example>';

/** A stack whose worker sends mail to a server of the test. */
export class MailStack {
  private started: { stack: TestStack; server: MailServer; front: MailFront } | undefined;
  private isPaused = false;

  async start(): Promise<void> {
    const server = await MailServer.start();
    const front = await MailFront.before(server.port);
    const stack = await startTestStack({
      environment: mailSettings(server, front),
      starts: ['submission', 'submissionWorker', 'gateway'],
    });
    this.started = { stack, server, front };
  }

  async stop(): Promise<void> {
    await this.stack.stop();
    this.front.close();
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

  get front(): MailFront {
    return this.present.front;
  }

  async pauseWorker(): Promise<void> {
    this.isPaused = true;
    await this.stack.processes.submissionWorker.pause();
  }

  async resumeWorker(): Promise<void> {
    await this.stack.processes.submissionWorker.resume();
    this.isPaused = false;
  }

  startWorker(): Promise<ServiceReplica> {
    return ServiceReplica.start(this.stack, { entry: 'worker', environment: mailSettings(this.server, this.front) });
  }

  private get present() {
    if (this.started === undefined) throw new Error('The stack has not started');
    return this.started;
  }
}

function mailSettings(server: MailServer, front: MailFront) {
  const url = new URL(server.url);
  url.port = String(front.port);
  return { SMTP_URL: url.href, MAIL_FROM };
}
