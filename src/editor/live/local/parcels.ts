/** What others wrote and the server may lack, signed by them: what this tab holds, and what it found in the copy. */
export class Parcels {
  readonly all = new Map<string, Uint8Array>()
  /** Those of them that are still to be written down. */
  readonly toWrite = new Set<string>()
  /** Those that stand in the copy: once they do no longer, another tab has handed them in. */
  private readonly written = new Set<string>()

  /** Those that stand in the copy, as this tab knows it now. */
  standing(): readonly string[] {
    return [...this.written]
  }

  unwritten(): readonly string[] {
    return [...this.all.keys()].filter((name) => !this.written.has(name))
  }

  hold(name: string, parcel: Uint8Array): void {
    this.all.set(name, parcel)
    this.toWrite.add(name)
  }

  /** Takes over what the page before this one held, and which of it was not written down. */
  inherit(held: ReadonlyMap<string, Uint8Array>, unwritten: ReadonlySet<string>): void {
    for (const [name, parcel] of held) {
      this.all.set(name, parcel)
      if (unwritten.has(name)) this.toWrite.add(name)
      else this.written.add(name)
    }
  }

  /** These were found in the copy. Is one among them that this tab did not hold? */
  found(parcels: ReadonlyMap<string, Uint8Array>): boolean {
    let isMore = false
    for (const [name, parcel] of parcels) {
      isMore ||= !this.all.has(name)
      this.all.set(name, parcel)
      this.written.add(name)
    }
    return isMore
  }

  /** Those that were to be written down and stand in the copy now. */
  wrote(names: readonly string[]): void {
    for (const name of names) if (this.all.has(name)) this.written.add(name)
  }

  /** The copy has lost all of them. */
  writeAgain(): void {
    for (const name of this.all.keys()) this.toWrite.add(name)
    this.written.clear()
  }

  forget(name: string): void {
    this.all.delete(name)
    this.toWrite.delete(name)
    this.written.delete(name)
  }
}
