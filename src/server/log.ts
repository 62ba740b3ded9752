import { type DestinationStream, type LoggerOptions, pino } from 'pino'
import type { LogLevel } from '@/server/config'

/** The structured log on standard output. Values under secret-looking names are removed at any depth. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Makes the log. `destination` is for tests; without it lines go to standard output. */
export function createLog(level: LogLevel, destination?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    formatters: { log: (fields) => withoutSecrets(fields) as Record<string, unknown> },
    // The formatter above has described errors already.
    serializers: { err: (err) => err },
  }
  return destination ? pino(options, destination) : pino(options)
}

const SECRET_NAME = /authorization|cookie|passw|passphrase|secret|token|api[-_]?key|^code$|^otp$|credential/i
const DEEPEST = 6

/** A copy of `value` for the log: secrets replaced, errors reduced to what helps, address queries cut off. */
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (value instanceof Error) return describeError(value, depth)
  if (typeof value !== 'object' || value === null) return value
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (depth > DEEPEST) return '[deeper]'
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, depth + 1))
  if (value instanceof Date) return value.toISOString()
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      SECRET_NAME.test(name) ? '[removed]' : withoutSecrets(item, depth + 1),
    ]),
  )
}

/** Own properties of an error (bound values, rows, request bodies) may hold anything, so only these pass. */
function describeError(error: Error, depth: number): object {
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(typeof code === 'string' && { code }),
    ...(error.cause !== undefined && depth < DEEPEST && { cause: withoutSecrets(error.cause, depth + 1) }),
  }
}
