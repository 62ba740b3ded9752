import type { Formats } from '@/shared/formats'
import type { PageVersion } from '../model'

/** The height of one line of the list, in pixels. A day takes one, a version two. */
export const LINE = 30

/** A line of the list. The second line of a version is `rest`, so that all lines are equally high (`useWindow`). */
export type Line =
  | { type: 'day'; day: string }
  | { type: 'version'; version: PageVersion; isFirst: boolean }
  | { type: 'rest' }

/** The versions, the newest first, under the days on which they were saved. */
export function linesOf(versions: readonly PageVersion[], now: Date, formats: Formats): Line[] {
  const lines: Line[] = []
  let last: string | null = null
  for (const version of versions) {
    const day = formats.day(version.createdAt, now)
    if (day !== last) lines.push({ type: 'day', day })
    lines.push({ type: 'version', version, isFirst: last === null }, { type: 'rest' })
    last = day
  }
  return lines
}
