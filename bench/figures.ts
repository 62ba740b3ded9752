/** One measured figure and what it is held against. */
export interface Figure {
  name: string
  value: number
  unit: string
  /** The same measured on the peer that the name says, in the same run. Null when there is no peer. */
  peer: number | null
  /** `value / peer`. */
  ratio: number | null
  /** What the ratio (or, without a peer, the value) may be at most. Null: reported, not held against anything. */
  target: number | null
  ok: boolean
}

export function figure(
  name: string,
  unit: string,
  value: number,
  peer: number | null,
  target: number | null,
  limit?: number,
): Figure {
  const ratio = peer === null ? null : value / peer
  const isWithin = target === null || (ratio ?? value) <= target
  return {
    name,
    value: round(value),
    unit,
    peer: peer === null ? null : round(peer),
    ratio: ratio === null ? null : round(ratio),
    target,
    ok: isWithin && (limit === undefined || value <= limit),
  }
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const found = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  if (found === undefined) throw new Error('Nothing was measured')
  return found
}

const round = (value: number) => Number(value.toPrecision(3))
