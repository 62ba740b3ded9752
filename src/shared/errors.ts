/**
 * The few reasons for which a person must be told that something did not work. The code is stable: it is
 * `data.appCode` of an RPC error, decides the HTTP status, and the reason of a socket close (rulings 7).
 */
export type AppErrorCode =
  | 'bad-input'
  | 'signed-out'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'too-large'
  | 'rate-limited'
  | 'locked'
  | 'unavailable'
  | 'internal'

const STATUS: Record<AppErrorCode, number> = {
  'bad-input': 400,
  'signed-out': 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'rate-limited': 429,
  locked: 423,
  unavailable: 503,
  internal: 500,
}

/** An error whose message is written for the person who caused or meets it. Nothing secret goes into it. */
export class AppError extends Error {
  readonly code: AppErrorCode
  constructor(code: AppErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'AppError'
    this.code = code
  }
  /** The HTTP status that fits the code. */
  get status(): number {
    return STATUS[this.code]
  }
}

/** Throws when only a mistake of our own can lead here. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Invariant broken: ${message}`)
}
