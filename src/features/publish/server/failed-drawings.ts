import { AppError } from '@/shared/errors'

/** A page is tried again after this, unless it has changed before. */
const OLDEST_MS = 5 * 60_000
const MOST = 500

/**
 * Pages that were too much to draw, by their kind and id, until they change: each time they keep everybody whose page has to be drawn
 * waiting for as long as a drawing may take.
 */
export class FailedDrawings {
  private readonly failed = new Map<string, { stamp: string; error: AppError; at: number }>()

  /** Draws, unless that failed with this stamp; then it throws the same again. */
  async unless<Made>(key: string, stamp: string, draw: () => Promise<Made>, now = Date.now()): Promise<Made> {
    const before = this.failed.get(key)
    if (before && before.stamp === stamp && now - before.at < OLDEST_MS) throw before.error
    this.failed.delete(key)
    try {
      return await draw()
    } catch (error) {
      if (error instanceof AppError && error.code === 'too-large') {
        this.failed.set(key, { stamp, error, at: now })
        for (const oldest of this.failed.keys()) if (this.failed.size > MOST) this.failed.delete(oldest)
      }
      throw error
    }
  }
}
