import { byText } from '../format/layout'
import type { EntryPart } from './part-keys'

/** What is suggested of one block's entry. Each field's list is put into its order when somebody asks, however many parts came and went before. */
export class EntryParts {
  private readonly fields = new Map<string, Map<string, EntryPart>>()
  private readonly lists = new Map<string, readonly EntryPart[]>()
  private readonly stale = new Set<string>()

  get isEmpty(): boolean {
    return this.fields.size === 0
  }

  add(part: EntryPart): void {
    const known = this.fields.get(part.field)
    if (known) known.set(part.key, part)
    else this.fields.set(part.field, new Map([[part.key, part]]))
    this.stale.add(part.field)
  }

  remove({ field, key }: EntryPart): void {
    const known = this.fields.get(field)
    if (!known?.delete(key)) return
    if (known.size > 0) {
      this.stale.add(field)
      return
    }
    for (const said of [this.fields, this.lists, this.stale]) said.delete(field)
  }

  /** By field, the least sid first. */
  get byField(): ReadonlyMap<string, readonly EntryPart[]> {
    for (const field of this.stale)
      this.lists.set(
        field,
        [...(this.fields.get(field)?.values() ?? [])].sort((a, b) => byText(a.sid, b.sid)),
      )
    this.stale.clear()
    return this.lists
  }
}
