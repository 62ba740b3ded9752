/** What is recorded, to be read from any place on while it still grows. */
export class Pieces {
  /** How many bytes there are with each piece. */
  private readonly ends: number[] = []
  private isOver = false
  private wake: () => void = () => undefined
  private change = this.nextChange()

  /** `read` gives a piece that was added, by its number. */
  constructor(private readonly read: (count: number) => Promise<BlobPart>) {}

  /** Bytes so far. */
  get size(): number {
    return this.ends.at(-1) ?? 0
  }

  /** No more follows. */
  get hasEnded(): boolean {
    return this.isOver
  }

  add(bytes: number): void {
    this.ends.push(this.size + bytes)
    this.tell()
  }

  end(): void {
    this.isOver = true
    this.tell()
  }

  /** At most `most` bytes from this place on, once there are some; null when no more follows. Rejects with the signal's reason. */
  async from(offset: number, most: number, signal: AbortSignal): Promise<Blob | null> {
    while (offset >= this.size) {
      if (this.isOver) return null
      await orAborted(this.change, signal)
    }
    let count = this.ends.findIndex((end) => end > offset)
    const skipped = offset - (this.ends[count - 1] ?? 0)
    const parts: BlobPart[] = []
    for (; count < this.ends.length; count++) {
      parts.push(await this.read(count))
      if (this.ends[count]! - offset >= most) break
    }
    return new Blob(parts).slice(skipped, skipped + most)
  }

  private tell(): void {
    this.wake()
    this.change = this.nextChange()
  }

  private nextChange(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve
    })
  }
}

/** Waits for this, or rejects with the signal's reason. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
