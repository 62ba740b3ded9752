import { decodeOnce, forgetDecoded } from '@/document'

type Deletions = ReturnType<typeof decodeOnce>['ds']['clients']

/** What the server does not take of that which others wrote and this page holds. */
export interface NotTaken {
  /** Client ids, with the clock from which on their words are not taken. */
  from: ReadonlyMap<number, number>
  /** What they deleted. */
  deleted: Deletions
  /** The parcels. */
  names: ReadonlySet<string>
}

/** Gathers what the server does not take. */
export class Refusals implements NotTaken {
  readonly from = new Map<number, number>()
  readonly deleted: Deletions = new Map()
  readonly names = new Set<string>()

  get isEmpty(): boolean {
    return this.from.size === 0 && this.deleted.size === 0
  }

  /** Nothing of this parcel's update has been taken. */
  add(name: string, update: Uint8Array): void {
    this.names.add(name)
    const { structs, ds } = decodeOnce(update)
    for (const { id } of structs)
      this.from.set(id.client, Math.min(this.from.get(id.client) ?? id.clock, id.clock))
    for (const [client, ranges] of ds.clients)
      this.deleted.set(client, [...(this.deleted.get(client) ?? []), ...ranges])
    forgetDecoded(update)
  }
}

export const isAllTaken = ({ from, deleted }: NotTaken): boolean => from.size === 0 && deleted.size === 0
