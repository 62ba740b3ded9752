import * as Y from 'yjs'
import { cellParts } from './grid'
import { entriesOf, isJson, ROOT, sameJson } from './layout'
import { type May, readSaid, SAID, type Said, stringOf, unsaid } from './said'

/**
 * Does this update of a page nothing but suggest and comment (R46)? Allowed is to set and clear the formats `suggestion:…`
 * and `comment:…` and the block attributes `suggestion` and `comment`, and to add (or take back) characters and blocks
 * that are themselves a suggestion of type `insert`. Who may only `comment` may do nothing but the part about comments.
 * Two things are asked: that every item that comes or goes is one of these, and that the page reads the same without
 * them, every character in the same block. An update that cannot be judged is none. `doc` is not changed by asking.
 */
export function suggestOnly(doc: Y.Doc, update: Uint8Array, may: May = 'suggest'): boolean {
  // What is deleted keeps its content, so that it can be looked at.
  const after = new Y.Doc({ gc: false })
  try {
    Y.applyUpdate(after, Y.encodeStateAsUpdate(doc))
    const before = readSaid(after, may)
    const changes: Changes = { added: [], deleted: [] }
    after.once('afterTransaction', (transaction: Y.Transaction) => findChanges(transaction, changes))
    Y.applyUpdate(after, update)
    // An update whose forerunners are missing can not be judged.
    if (after.store.pendingStructs || after.store.pendingDs) return false
    return new Judge(after, may, before, readSaid(after, may)).allows(changes)
  } catch {
    return false
  } finally {
    after.destroy()
  }
}

interface Changes {
  added: Y.Item[]
  /** Without what was added by the same update. */
  deleted: Y.Item[]
}

function findChanges(transaction: Y.Transaction, changes: Changes): void {
  const { store } = transaction.doc
  const { beforeState, deleteSet } = transaction
  for (const [client, structs] of store.clients) {
    const from = beforeState.get(client) ?? 0
    if (from === Y.getState(store, client)) continue
    for (let i = Y.findIndexSS(structs as Y.Item[], from); i < structs.length; i++) {
      const struct = structs[i]
      if (struct instanceof Y.Item && !struct.deleted) changes.added.push(struct)
    }
  }
  Y.iterateDeletedStructs(transaction, deleteSet, (struct) => {
    if (!(struct instanceof Y.Item)) return
    if (struct.id.clock < (beforeState.get(struct.id.client) ?? 0)) changes.deleted.push(struct)
  })
}

/** Where an item stands: in the string, or in the map of entries under the block's id (and in it under a key). */
type Where = 'string' | { block: string; key: string | null; isDeep: boolean } | null

class Judge {
  /** Suggested blocks of which anything but what is said in them changed. */
  private readonly touched = new Set<string>()

  constructor(
    private readonly doc: Y.Doc,
    private readonly may: May,
    private readonly before: Said,
    private readonly after: Said,
  ) {}

  allows({ added, deleted }: Changes): boolean {
    return (
      deleted.every((item) => this.mayDelete(item)) &&
      added.every((item) => this.mayAdd(item)) &&
      this.keepsBlocks() &&
      this.keepsRuns()
    )
  }

  private mayDelete(item: Y.Item): boolean {
    const where = this.whereIs(item)
    if (where === null) return false
    // A format that goes takes no character along; whether anything reads differently is seen from the runs.
    if (where === 'string') return item.content instanceof Y.ContentFormat || this.before.items.has(item)
    if (this.before.suggested.has(where.block)) return this.touch(where.block, where.key)
    return where.key !== null && SAID[this.may].test(where.key)
  }

  private mayAdd(item: Y.Item): boolean {
    const where = this.whereIs(item)
    if (where === null) return false
    const { content } = item
    if (where === 'string') {
      if (item.parentSub !== null) return false
      if (content instanceof Y.ContentFormat) return isJson(content.value)
      return this.after.items.has(item) && isText(content)
    }
    if (where.isDeep) return false
    if (where.key === null) {
      return (
        content instanceof Y.ContentType &&
        content.type instanceof Y.Map &&
        this.after.suggested.has(where.block) &&
        this.touch(where.block, null)
      )
    }
    if (!(content instanceof Y.ContentAny) || !content.arr.every((value) => isJson(value))) return false
    if (SAID[this.may].test(where.key)) return true
    return this.after.suggested.has(where.block) && this.touch(where.block, where.key)
  }

  private touch(block: string, key: string | null): true {
    if (key === null || !SAID[this.may].test(key)) this.touched.add(block)
    return true
  }

  private whereIs(item: Y.Item): Where {
    const keys: (string | null)[] = []
    for (let at: Y.Item | null = item; at; ) {
      keys.unshift(at.parentSub)
      const parent = at.parent as Y.AbstractType<unknown>
      if (parent._item === null) {
        if (parent === (stringOf(this.doc) as unknown)) return keys.length === 1 ? 'string' : null
        const [block, key] = keys
        if (parent !== entriesOf(this.doc) || typeof block !== 'string') return null
        return { block, key: key ?? null, isDeep: keys.length > 2 || key === null }
      }
      at = parent._item
    }
    return null
  }

  /** Nothing becomes a suggestion that was none, or the other way round, and no suggested block takes others along. */
  private keepsBlocks(): boolean {
    const { before, after, touched } = this
    for (const [id, entry] of before.entries) {
      if (before.suggested.has(id)) continue
      const now = after.entries.get(id)
      if (!now || after.suggested.has(id)) return false
      const { attributes, ...rest } = entry
      const { attributes: attributesNow, ...restNow } = now
      if (!sameJson(rest, restNow)) return false
      if (!sameJson(unsaid(attributes, this.may), unsaid(attributesNow, this.may))) return false
    }
    for (const id of before.suggested) {
      if (after.entries.has(id) && !after.suggested.has(id)) return false
    }
    for (const id of touched) {
      if (id === ROOT || cellParts(id)) return false
      // Words that are there already would come along with the block.
      const run = before.runs.get(id)
      if (run && (run.length > 0 || !before.suggested.has(id))) return false
    }
    if (touched.size === 0) return true
    for (const [id, { at, into }] of after.entries) {
      if (after.suggested.has(id)) continue
      if (touched.has(at.parent) || (into && touched.has(into.parent))) return false
    }
    return true
  }

  /** Every character that is no suggestion stays in its block, in its order and with its formats. */
  private keepsRuns(): boolean {
    const { before, after } = this
    for (const id of new Set([...before.runs.keys(), ...after.runs.keys()])) {
      if (!sameJson(before.runs.get(id) ?? [], after.runs.get(id) ?? [])) return false
    }
    return true
  }
}

const isText = (content: Y.Item['content']): boolean =>
  content instanceof Y.ContentString || (content instanceof Y.ContentEmbed && isJson(content.embed))
