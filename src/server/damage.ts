/** Does the database say that what it holds is broken? */
export function isDamage(error: unknown): boolean {
  const { errcode, code } = error as { errcode?: number; code?: string }
  // SQLITE_CORRUPT and SQLITE_NOTADB with their extended codes, and SQLITE_TOOBIG, which what is read is only where a length is broken;
  // data and index corrupted on PostgreSQL.
  return (
    (errcode !== undefined && [11, 18, 26].includes(errcode & 0xff)) || code === 'XX001' || code === 'XX002'
  )
}
