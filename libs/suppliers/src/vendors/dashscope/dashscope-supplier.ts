import { setTimeout as wait } from 'node:timers/promises';
import { bearerHeaders } from '../../http/bearer-headers';
import { obtainImages, type ImageAnswer } from '../../images/obtain-images';
import { ImageUnreachable, ImageUnusable } from '../../images/image-errors';
import type { ImageCall, ImageJob, ImageJobCall, SupplierAdapter } from '../../contract/supplier';
import type { SupplierConnection } from '../../contract/supplier-connection';
import { afterPurchase, SupplierError } from '../../contract/supplier-error';
import { readJson, SupplierHttp } from '../../http/supplier-http';
import { toDashScopeFailure } from './dashscope-failure';
import { type DashScopeTask, fromSubmission, fromTask } from './from-dashscope-response';
import { toDashScopeRequest } from './to-dashscope-request';

/** A new task may not be known everywhere yet. */
const UNKNOWN_AGAIN_MS = 1_000;

export class DashScopeSupplier implements SupplierAdapter {
  readonly mostImagesPerCall = 4;
  private readonly http: SupplierHttp;

  constructor(connection: SupplierConnection) {
    this.http = new SupplierHttp(connection, connection.options.timeouts);
  }

  async submitImages(call: ImageCall): Promise<{ jobId: string }> {
    const { path, body } = toDashScopeRequest(call);
    const headers = { accept: 'application/json', 'x-dashscope-async': 'enable', ...bearerHeaders(call.apiKey) };
    const answer = await this.http.postJson(path, headers, body, call);
    const said = await readJson(answer);
    if (answer.status !== 200) throw toDashScopeFailure(answer, said);
    return { jobId: fromSubmission(said) };
  }

  async collectImages(job: ImageJobCall): Promise<ImageJob> {
    const task = await this.findTask(job);
    // The supplier accepted it and reports no failure, so it may have billed it.
    if (task.status === 'unknown')
      return { status: 'lost', error: new SupplierError('failed', 'The supplier knows no such task') };
    return task.status === 'drawn' ? this.obtainAll(task.answer, job) : task;
  }

  close(): Promise<void> {
    return this.http.close();
  }

  private async findTask(job: ImageJobCall): Promise<DashScopeTask> {
    try {
      const task = await this.askAfter(job);
      if (task.status !== 'unknown') return task;
      await wait(UNKNOWN_AGAIN_MS, undefined, { signal: job.signal }).catch(() => job.signal.throwIfAborted());
      return await this.askAfter(job);
    } catch (error) {
      throw afterPurchase(error);
    }
  }

  private async askAfter(job: ImageJobCall): Promise<DashScopeTask> {
    const answer = await this.http.get(
      `/tasks/${encodeURIComponent(job.jobId)}`,
      { accept: 'application/json', ...bearerHeaders(job.apiKey) },
      job,
    );
    const said = await readJson(answer);
    if (answer.status === 404) return { status: 'unknown' };
    if (answer.status !== 200) throw toDashScopeFailure(answer, said);
    return fromTask(said);
  }

  private async obtainAll(answer: ImageAnswer, job: ImageJobCall): Promise<ImageJob> {
    try {
      return { status: 'succeeded', images: await obtainImages(this.http, answer, job) };
    } catch (error) {
      if (!(error instanceof SupplierError) || error instanceof ImageUnreachable) throw error;
      return { status: error instanceof ImageUnusable ? 'lost' : 'failed', error };
    }
  }
}
