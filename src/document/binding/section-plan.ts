/** How many blocks a section holds: never more than `MAX`, and fewer than `MIN` only when there is no other. */
const MIN = 16
const MAX = 48
const TARGET = 32

/** The blocks `from` … `from + numbers.length` and the section that each of them is to stand in. */
export interface SectionPlan {
  from: number
  numbers: number[]
  /** A number that no section has yet. */
  next: number
}

interface SectionsNow {
  /** How many blocks the page has at its top. */
  count: number
  /** The section in which a block stands; null: in none, or in one that it was brought along from elsewhere. */
  at(index: number): number | null
  /** A number that no section has yet. */
  next: number
  /** The block that is being written in keeps its section, and with it its element. */
  caret: number
  /** While something is composed, sections neither split nor join. */
  isComposing: boolean
}

interface Group {
  n: number | null
  from: number
  to: number
}

/**
 * Puts the blocks `from` … `to`, which changed, into sections again, looking at those sections and at most their
 * neighbours. Blocks in none join the one before them (at the start of the page the one behind).
 */
export function planSections(now: SectionsNow, from: number, to: number): SectionPlan {
  let left = startOfRun(now, from)
  let right = endOfRun(now, to)
  let groups = groupsOf(now, left, right)
  if (!now.isComposing && groups.some(isSmall)) {
    left = startOfRun(now, left)
    right = endOfRun(now, right)
    groups = groupsOf(now, left, right)
    groups = joinSmall(groups, now.caret)
  }
  const numbers: number[] = []
  let { next } = now
  const taken = new Set<number>()
  for (const group of groups) {
    const size = group.to - group.from
    const parts = now.isComposing || size <= MAX ? 1 : Math.ceil(size / TARGET)
    const edge = (part: number) => group.from + Math.round((size * part) / parts)
    const keeps = group.n === null || taken.has(group.n) ? -1 : keepingPart(now, group, parts, edge)
    for (let part = 0; part < parts; part++) {
      const n = part === keeps ? (group.n as number) : next++
      taken.add(n)
      for (let i = edge(part); i < edge(part + 1); i++) numbers.push(n)
    }
  }
  return { from: left, numbers, next }
}

/** Which of the parts that a group falls into keeps its number: the one with the caret, else where most have it. */
function keepingPart(now: SectionsNow, group: Group, parts: number, edge: (part: number) => number): number {
  let best = 0
  let most = -1
  for (let part = 0; part < parts; part++) {
    if (now.caret >= edge(part) && now.caret < edge(part + 1) && now.at(now.caret) === group.n) return part
    let had = 0
    for (let i = edge(part); i < edge(part + 1); i++) if (now.at(i) === group.n) had++
    if (had > most) {
      most = had
      best = part
    }
  }
  return best
}

const isSmall = ({ from, to }: Group): boolean => to - from < MIN

function startOfRun(now: SectionsNow, index: number): number {
  let at = index
  if (at === 0) return 0
  const n = now.at(at - 1)
  while (at > 0 && now.at(at - 1) === n) at--
  return at
}

function endOfRun(now: SectionsNow, index: number): number {
  let at = index
  if (at >= now.count) return now.count
  const n = now.at(at)
  while (at < now.count && now.at(at) === n) at++
  return at
}

function groupsOf(now: SectionsNow, from: number, to: number): Group[] {
  const groups: Group[] = []
  for (let i = from; i < to; i++) {
    const n = now.at(i)
    const last = groups.at(-1)
    if (last && (n === null || last.n === n)) last.to = i + 1
    else if (last?.n === null) {
      last.n = n
      last.to = i + 1
    } else groups.push({ n, from: i, to: i + 1 })
  }
  return groups
}

/** Joins what is too small with its smaller neighbour. */
function joinSmall(groups: Group[], caret: number): Group[] {
  const joined = [...groups]
  for (;;) {
    const at = joined.findIndex(isSmall)
    if (at < 0 || joined.length === 1) return joined
    const size = (group: Group | undefined) => (group ? group.to - group.from : Number.POSITIVE_INFINITY)
    const first = size(joined[at - 1]) <= size(joined[at + 1]) ? at - 1 : at
    const [a, b] = [joined[first] as Group, joined[first + 1] as Group]
    const holdsCaret = ({ from, to }: Group) => caret >= from && caret < to
    const keeper = holdsCaret(a) ? a : holdsCaret(b) ? b : size(a) >= size(b) ? a : b
    joined.splice(first, 2, { n: keeper.n ?? a.n ?? b.n, from: a.from, to: b.to })
  }
}
