import { HttpError, RequestFault, toHttpError } from '@shipyard/http';
import { customerErrorFormat } from '../v1';
import type { DryRunErrorView } from './dry-run.view';

/** A call is refused for the first reason, and what comes after it is still looked at. */
export class FirstRefusal {
  private first: HttpError | null = null;

  /** Undefined if the work is refused. */
  async of<Result>(work: () => Result | Promise<Result>): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof HttpError) && !(error instanceof RequestFault)) throw error;
      this.first ??= toHttpError(error, customerErrorFormat);
      return undefined;
    }
  }

  get view(): DryRunErrorView | null {
    if (!this.first) return null;
    const { code, row, message, particulars } = this.first;
    return { status: row.status, code, message, param: particulars.param ?? null };
  }
}
