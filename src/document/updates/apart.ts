interface Range {
  clock: number
  len: number
}

/** The same ids in ranges that are in order, each apart from the next. */
export function apart(ranges: readonly Range[]): Range[] {
  const found: Range[] = []
  for (const { clock, len } of ranges.toSorted((one, other) => one.clock - other.clock)) {
    const last = found.at(-1)
    if (last && clock <= last.clock + last.len) last.len = Math.max(last.len, clock + len - last.clock)
    else found.push({ clock, len })
  }
  return found
}
