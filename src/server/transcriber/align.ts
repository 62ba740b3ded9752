/**
 * Which segment of the sound each token covers, as first and last frame (inclusive): the cheapest way through tokens and frames in
 * order (dynamic time warping), where a frame costs the less the more a token looks at it. `attention[token][frame]` are shares of 1.
 */
export function alignedFrames(attention: readonly Float32Array[]): { first: number; last: number }[] {
  const tokens = attention.length
  const frames = attention[0]?.length ?? 0
  if (tokens === 0 || frames === 0) return []
  // What all tokens look at tells nothing of any.
  const mean = new Float32Array(frames)
  for (const row of attention) for (let f = 0; f < frames; f += 1) mean[f]! += row[f]! / tokens
  const cost = (token: number, frame: number) => mean[frame]! - attention[token]![frame]!

  const total = Array.from({ length: tokens }, () => new Float64Array(frames).fill(Number.POSITIVE_INFINITY))
  const came = Array.from({ length: tokens }, () => new Uint8Array(frames))
  for (let t = 0; t < tokens; t += 1) {
    for (let f = 0; f < frames; f += 1) {
      const [both, stay, next] = [
        t > 0 && f > 0 ? total[t - 1]![f - 1]! : t + f === 0 ? 0 : Number.POSITIVE_INFINITY,
        f > 0 ? total[t]![f - 1]! : Number.POSITIVE_INFINITY,
        t > 0 ? total[t - 1]![f]! : Number.POSITIVE_INFINITY,
      ]
      const least = Math.min(both, stay, next)
      total[t]![f] = least + cost(t, f)
      came[t]![f] = least === both ? BOTH : least === stay ? FRAME : TOKEN
    }
  }

  const found = attention.map(() => ({ first: 0, last: frames - 1 }))
  let [t, f] = [tokens - 1, frames - 1]
  while (t > 0 || f > 0) {
    const from = came[t]![f]!
    if (from === FRAME) {
      f -= 1
      continue
    }
    found[t]!.first = f
    if (from === BOTH) f -= 1
    t -= 1
    found[t]!.last = f
  }
  return found
}

/** From where the cheapest way came: the token and the frame before, only the frame, only the token. */
const BOTH = 1
const FRAME = 2
const TOKEN = 3
