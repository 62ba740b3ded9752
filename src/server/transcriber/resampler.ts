/** Zero crossings of the kernel on each side: enough that nothing is heard of what is cut off. */
const CROSSINGS = 16

/** Brings one channel of sound to another rate, piece by piece: a low pass (a sinc in a Hann window) and what it says between the samples. */
export class Resampler {
  private readonly step: number
  private readonly reach: number
  /** The weights of the samples around a place, by how far behind a sample the place is; that repeats after this many. */
  private readonly phases: Float32Array[]
  /** What later samples still need, and how many came before it. */
  private kept = new Float32Array(0)
  private keptFrom = 0
  private made = 0

  /** Rates in samples a second, whole numbers. */
  constructor(from: number, to: number) {
    this.step = from / to
    const cutoff = Math.min(1, to / from)
    this.reach = Math.ceil(CROSSINGS / cutoff)
    this.phases = Array.from({ length: to / commonDivisor(from, to) }, (_, phase) => {
      const behind = (phase * this.step) % 1
      return Float32Array.from({ length: 2 * this.reach + 1 }, (_, at) =>
        kernel(at - this.reach - behind, cutoff, this.reach),
      )
    })
  }

  /** What can be said with these as the next samples. */
  push(samples: Float32Array): Float32Array {
    const all = new Float32Array(this.kept.length + samples.length)
    all.set(this.kept)
    all.set(samples, this.kept.length)
    return this.take(all, this.keptFrom + all.length - this.reach)
  }

  /** The rest. */
  end(): Float32Array {
    return this.take(this.kept, this.keptFrom + this.kept.length)
  }

  /** The samples whose place is before `end`, of those that came in. */
  private take(all: Float32Array<ArrayBuffer>, end: number): Float32Array {
    const count = Math.max(0, Math.ceil(end / this.step) - this.made)
    const made = new Float32Array(count)
    for (let at = 0; at < count; at += 1) made[at] = this.at(this.made + at, all)
    this.made += count
    const from = Math.max(0, Math.floor(this.made * this.step) - this.reach - this.keptFrom)
    this.kept = all.slice(from)
    this.keptFrom += from
    return made
  }

  private at(number: number, all: Float32Array): number {
    const weights = this.phases[number % this.phases.length]!
    const start = Math.floor(number * this.step) - this.keptFrom - this.reach
    const last = Math.min(weights.length, all.length - start)
    let sum = 0
    for (let i = Math.max(0, -start); i < last; i += 1) sum += all[start + i]! * weights[i]!
    return sum
  }
}

function kernel(distance: number, cutoff: number, reach: number): number {
  if (Math.abs(distance) > reach) return 0
  const x = Math.PI * distance * cutoff
  const sinc = x === 0 ? 1 : Math.sin(x) / x
  return cutoff * sinc * (0.5 + 0.5 * Math.cos((Math.PI * distance) / reach))
}

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b))
