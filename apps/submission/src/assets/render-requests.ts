import { Injectable } from '@nestjs/common';

/** Tells the rerenderer of this process that documents have become stale, so that they need not wait for its next run. */
@Injectable()
export class RenderRequests {
  private listener = () => {};

  listen(listener: () => void): void {
    this.listener = listener;
  }

  add(): void {
    this.listener();
  }
}
