/** What has the form of a file's id. */
const ID = /(?<![0-9a-z])[0-9a-z]{20}(?![0-9a-z])/g
const LENGTH = 20
/** More than this are not looked for one by one. */
const FEW = 8

/** All that has the form of a file's id in a text: sorted, one behind the other. */
export type NamedIds = string

/** Goes through a text once and notes all that has the form of a file's id. */
export const namedIdsIn = (text: string): NamedIds => [...new Set(text.match(ID) ?? [])].sort().join('')

/** Is this one of them? */
export function isNamed(named: NamedIds, id: string): boolean {
  let [from, to] = [0, named.length / LENGTH]
  while (from < to) {
    const middle = (from + to) >> 1
    const found = named.slice(middle * LENGTH, (middle + 1) * LENGTH)
    if (found === id) return true
    if (found < id) from = middle + 1
    else to = middle
  }
  return false
}

/** Which of these ids a text names. Nothing else that it names is kept. */
export function namedAmong(text: string, ids: readonly string[]): Set<string> {
  if (ids.length <= FEW) return new Set(ids.filter((id) => holdsId(text, id)))
  const wanted = new Set(ids)
  const found = new Set<string>()
  for (const [id] of text.matchAll(ID)) {
    if (wanted.has(id)) found.add(id)
    if (found.size === wanted.size) break
  }
  return found
}

/** Does this id stand in a text, and not as a part of something longer? */
function holdsId(text: string, id: string): boolean {
  const isPart = (at: number) => {
    const unit = text.charCodeAt(at)
    return (unit >= 0x30 && unit <= 0x39) || (unit >= 0x61 && unit <= 0x7a)
  }
  for (let at = text.indexOf(id); at >= 0; at = text.indexOf(id, at + id.length))
    if (!isPart(at - 1) && !isPart(at + id.length)) return true
  return false
}
