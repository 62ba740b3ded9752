import * as Y from 'yjs'
import { apart } from './apart'
import { decodeOnce } from './decoded-update'

/**
 * Would applying `update` change `doc`? Only what the update touches is looked at. An update whose base is missing
 * counts as something new: Yjs keeps it until the base arrives, and so must the log.
 */
export function addsSomething(doc: Y.Doc, update: Uint8Array): boolean {
  const looking = lookForNew(doc, update)
  for (;;) {
    const { done, value } = looking.next()
    if (done) return value
  }
}

/** Ranges of deletions that are looked through at a time. */
const RANGES_AT_A_TIME = 5_000

/** Answers what {@link addsSomething} does, in steps: what else there is to do may be done, and written in the page, in between. */
export function* lookForNew(doc: Y.Doc, update: Uint8Array): Generator<void, boolean, void> {
  const { structs, ds } = decodeOnce(update)
  for (const { id, length } of structs) {
    if (id.clock + length > Y.getState(doc.store, id.client)) return true
  }
  let looked = 0
  for (const [client, deletes] of ds.clients) {
    yield
    // However often an update deletes the same, it is looked at once.
    for (const { clock, len } of apart(deletes)) {
      if (!isDeleted(doc, client, clock, len)) return true
      if (++looked % RANGES_AT_A_TIME === 0) yield
    }
  }
  return false
}

/**
 * Does the update only delete what `doc` holds, so that it can only make the page smaller? Deleting what nobody has
 * written yet is kept until it is written, so it takes up room like anything else.
 */
export function onlyDeletes(doc: Y.Doc, update: Uint8Array): boolean {
  const { structs, ds } = decodeOnce(update)
  if (structs.length > 0) return false
  for (const [client, deletes] of ds.clients) {
    const known = Y.getState(doc.store, client)
    if (deletes.some(({ clock, len }) => clock + len > known)) return false
  }
  return true
}

/** Does the page hold all of these ids, and nothing of them any more? */
export function isDeleted(doc: Y.Doc, client: number, clock: number, length: number): boolean {
  const structs = doc.store.clients.get(client)
  const end = clock + length
  if (!structs || Y.getState(doc.store, client) < end) return false
  for (let i = Y.findIndexSS(structs, clock); i < structs.length; i++) {
    const struct = structs[i]
    if (!struct || struct.id.clock >= end) break
    if (!struct.deleted) return false
  }
  return true
}
