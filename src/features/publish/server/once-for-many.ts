import type { Askers } from './ask-public'

interface Going<Result> {
  result: Promise<Result>
  people: Set<string>
}

/**
 * Work that many may want at the same time, by what it is for: it is done once, in the turn of the one of them whose turn is next. So
 * nobody waits behind what another of them has asked for besides.
 */
export class OnceForMany<Result> {
  private readonly going = new Map<string, Going<Result>>()

  /** What is being done for others, from now on for this one as well; undefined: nothing is. */
  join(key: string, asker: string): Promise<Result> | undefined {
    const going = this.going.get(key)
    going?.people.add(asker)
    return going?.result
  }

  /** Does the work for this one, and for those who join. Throws what it throws. */
  begin(key: string, asker: string, work: (askers: Askers) => Promise<Result>): Promise<Result> {
    const people = new Set<string>()
    const result = work({ person: asker, people }).finally(() => {
      if (this.going.get(key) === going) this.going.delete(key)
    })
    const going = { result, people }
    this.going.set(key, going)
    return result
  }
}
