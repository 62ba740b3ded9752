/** What reading a foreign text did with the things a page cannot hold as they were. */
export interface ReadNote {
  change: 'converted' | 'dropped'
  /** Such as "Table". */
  what: string
  /** What became of it, such as "code block". Empty when dropped. */
  into: string
  count: number
}

/** Collects notes, counting equal ones. */
export class Notes {
  private readonly notes = new Map<string, ReadNote>()

  converted(what: string, into: string): void {
    this.add('converted', what, into)
  }

  dropped(what: string): void {
    this.add('dropped', what, '')
  }

  all(): ReadNote[] {
    return [...this.notes.values()]
  }

  addAll(notes: readonly ReadNote[]): void {
    for (const { change, what, into, count } of notes) this.add(change, what, into, count)
  }

  private add(change: ReadNote['change'], what: string, into: string, count = 1): void {
    const key = `${change} ${what} ${into}`
    const note = this.notes.get(key)
    if (note) note.count += count
    else this.notes.set(key, { change, what, into, count })
  }
}
