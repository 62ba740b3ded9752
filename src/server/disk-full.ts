const SQLITE_FULL = 13
const POSTGRES_DISK_FULL = '53100'

/** Is this error, or one of its causes, "no space left", from the file system or either database? */
export function isDiskFull(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, errcode } = current as { code?: unknown; errcode?: unknown }
    if (code === 'ENOSPC' || code === 'EDQUOT' || code === POSTGRES_DISK_FULL || errcode === SQLITE_FULL)
      return true
  }
  return false
}
