import { readParcel, UNSETTLED } from '@/shared/peer-ticket'
import {
  addGrounded,
  buildsOn,
  type Clocks,
  type Decoded,
  decodedOrNothing,
  isWithin,
  onTopOf,
} from './clocks'
import { authorOf, firstOf, type HeldParcels } from './held-parcels'
import { type NotTaken, Refusals } from './not-taken'

/** When what the server could not take is handed in again, in milliseconds. */
const AGAIN_MS = 2_000

/** Refusals that say nothing about the parcel. */
const PASSING = new Set([UNSETTLED, 'disk-full'])
/** Refusals that something may have to do with that comes later. */
const PERHAPS_EARLY = new Set(['not-author', 'too-large'])

/** What a page holds of others, and its way to the server. */
interface Way {
  held: HeldParcels
  /** What the server had when it was asked. */
  served(): ReadonlyMap<number, number>
  /** Gives why the server does not take it, or null when it has it. */
  relay(parcel: Uint8Array): Promise<string | null>
  /** The connection was lost, the page closed, or its copy written anew by another tab. */
  isOver(): boolean
  /** Sends the words of this browser that build on nothing but what is in `clocks`, and counts them in there. */
  sendGrounded(clocks: Clocks): void
  /** Sends all that is left of them, and what was deleted: by then all is there that they speak of. */
  sendRest(clocks: Clocks): void
}

/**
 * Hands in what is held of others, and in between the words of this browser that they may build on. Nothing goes to the server before
 * what it builds on, for which it would wait there, for ever where that is refused. Gives what the server does not take; null when the
 * connection was lost meanwhile.
 */
export async function handInHeld(way: Way): Promise<NotTaken | null> {
  const { held, relay, isOver } = way
  const clocks: Clocks = new Map(way.served())
  const notTaken = new Refusals()
  const refused = new Set<string>()
  /** Where the words begin that are refused. */
  const refusedFrom = new Map<number, number>()
  const early = new Set<string>()
  /** Authors of whom something was taken: the rest of theirs goes without waiting for each answer. */
  const trusted = new Set<string>()
  const contents = new Map<string, Decoded>()
  const contentOf = (name: string): Decoded => {
    const known = contents.get(name)
    if (known) return known
    const content = decodedOrNothing(held.updateOf(name))
    contents.set(name, content)
    return content
  }
  const left = () => {
    held.noteCopy()
    return held.names().filter((name) => held.parcelOf(name) && !refused.has(name))
  }
  const refuse = (name: string) => {
    const content = contentOf(name)
    for (const { id, length } of content.structs) {
      // The server may have had some of it.
      const from = Math.max(id.clock, clocks.get(id.client) ?? 0)
      if (from < id.clock + length)
        refusedFrom.set(id.client, Math.min(refusedFrom.get(id.client) ?? from, from))
    }
    refused.add(name)
    const isSomething = content.structs.length > 0 || content.ds.clients.size > 0
    const bytes = held.parcelOf(name)
    if (bytes && isSomething && held.mayShow(name)) notTaken.add(name, readParcel(bytes).update)
    else held.forget([name])
  }

  for (let names = left(); names.length > 0; names = left()) {
    // Another tab of this browser has handed it in.
    for (const [name, { structs }] of contents)
      if (!held.parcelOf(name) && !refused.has(name)) addGrounded(structs, clocks)
    const inVain = names.filter((name) => buildsOn(contentOf(name), refusedFrom))
    if (inVain.length > 0) {
      for (const name of inVain) refuse(name)
      continue
    }
    way.sendGrounded(clocks)
    const ready = inOrder(names, contentOf, clocks, trusted)
    const answers = await Promise.all(
      // Where nobody here knows the ground of any, the server may.
      (ready.length > 0 ? ready : lowest(names, contentOf)).map(async (name) => {
        const bytes = held.parcelOf(name)
        return { name, answer: bytes ? await relay(bytes) : null }
      }),
    )
    if (isOver()) return null
    // What has come through the browser's copy meanwhile.
    held.noteCopy()
    let isStuck = true
    for (const { name, answer } of answers) {
      if (answer === null) {
        isStuck = false
        addGrounded(contentOf(name).structs, clocks)
        trusted.add(authorOf(name))
        held.forget([name])
      } else if (PERHAPS_EARLY.has(answer) && !early.has(name)) early.add(name)
      else if (!PASSING.has(answer)) {
        isStuck = false
        refuse(name)
      }
    }
    if (isStuck && left().length > 0) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    if (isOver()) return null
  }
  if (isOver()) return null
  if (!notTaken.isEmpty) return notTaken
  way.sendRest(clocks)
  return notTaken
}

/**
 * Those whose ground the server has, in the order in which it is to be given them: of each author the first one alone, until something of
 * theirs was taken.
 */
function inOrder(
  names: readonly string[],
  contentOf: (name: string) => Decoded,
  known: Pick<Clocks, 'get'>,
  trusted: ReadonlySet<string>,
): string[] {
  const clocks = onTopOf(known)
  const ready: string[] = []
  const queues = [...Map.groupBy(names, authorOf)].map(([author, own]) => {
    const all = own.sort((one, other) => firstOf(one) - firstOf(other))
    return { all: trusted.has(author) ? all : all.slice(0, 1), isTrusted: trusted.has(author), next: 0 }
  })
  for (let isMore = true; isMore; ) {
    isMore = false
    for (const queue of queues) {
      for (let name = queue.all[queue.next]; name !== undefined; name = queue.all[++queue.next]) {
        const content = contentOf(name)
        const after = onTopOf(clocks)
        addGrounded(content.structs, after)
        if (!isWithin(content, after)) break
        if (queue.isTrusted) addGrounded(content.structs, clocks)
        ready.push(name)
        isMore = true
      }
    }
  }
  return ready
}

/** Of each author the first, where it builds on nothing of the others; where each builds on another, one of them. */
function lowest(names: readonly string[], contentOf: (name: string) => Decoded): string[] {
  const firsts = [...Map.groupBy(names, authorOf).values()].map((own) =>
    own.reduce((one, other) => (firstOf(other) < firstOf(one) ? other : one)),
  )
  const isFree = (name: string) => {
    const ofOthers = new Map<number, number>()
    for (const other of names)
      if (authorOf(other) !== authorOf(name))
        for (const { id } of contentOf(other).structs)
          ofOthers.set(id.client, Math.min(ofOthers.get(id.client) ?? id.clock, id.clock))
    return !buildsOn(contentOf(name), ofOthers)
  }
  const free = firsts.filter(isFree)
  return free.length > 0 ? free : firsts.slice(0, 1)
}
