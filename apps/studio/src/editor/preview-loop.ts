/** Runs `work` a while after the last call, one at a time. A call during a run leads to one more run. */
export class PreviewLoop {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isRunning = false;
  private isAskedAgain = false;

  constructor(
    private readonly work: () => Promise<void>,
    private readonly delayMs: number,
  ) {}

  ask(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.run(), this.delayMs);
  }

  private async run(): Promise<void> {
    if (this.isRunning) {
      this.isAskedAgain = true;
      return;
    }
    this.isRunning = true;
    try {
      await this.work();
    } finally {
      this.isRunning = false;
      if (this.isAskedAgain) {
        this.isAskedAgain = false;
        this.ask();
      }
    }
  }
}
