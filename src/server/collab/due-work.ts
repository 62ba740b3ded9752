/** Work that is done when its time has come, and once at a time. */
export class DueWork {
  private timer: ReturnType<typeof setTimeout> | undefined
  private dueAt = Number.POSITIVE_INFINITY
  private working: Promise<void> | null = null

  constructor(private readonly work: () => Promise<void>) {}

  /** Sees to it that the work is done after `ms`; an earlier time that is already set stays unless it is replaced. */
  schedule(ms: number, replace = false): void {
    const at = performance.now() + ms
    if (!replace && at >= this.dueAt) return
    clearTimeout(this.timer)
    this.dueAt = at
    this.timer = setTimeout(() => {
      this.dueAt = Number.POSITIVE_INFINITY
      this.working ??= this.work().finally(() => {
        this.working = null
      })
    }, ms)
    this.timer.unref()
  }

  /** Stops the clock. */
  stop(): void {
    clearTimeout(this.timer)
  }
}
