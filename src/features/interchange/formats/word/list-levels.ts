const ITEMS = /<li(?:\s[^<>]*)?>|<\/li>/g

/** Without the empty items that mammoth puts around a list which begins further in than one level. */
export function withoutMadeUpItems(html: string): string {
  const made: string[] = []
  const isMadeUp: boolean[] = []
  let at = 0
  for (const { 0: tag, index } of html.matchAll(ITEMS)) {
    const end = index + tag.length
    const isEmpty = tag === '<li>' && /^<[uo]l>/.test(html.slice(end, end + 4))
    if (tag !== '</li>') isMadeUp.push(isEmpty)
    const isLeft = tag === '</li>' ? isMadeUp.pop() === true : isEmpty
    made.push(html.slice(at, isLeft ? index : end))
    at = end
  }
  return made.join('') + html.slice(at)
}
