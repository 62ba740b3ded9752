import { expect, test } from 'vitest'
import { Resampler } from './resampler'

const tone = (hertz: number, rate: number, seconds = 0.5) =>
  Float32Array.from({ length: rate * seconds }, (_, at) => Math.sin((2 * Math.PI * hertz * at) / rate))

function resampled(samples: Float32Array, from: number, to: number, piece = samples.length): number[] {
  const resampler = new Resampler(from, to)
  const made: number[] = []
  for (let at = 0; at < samples.length; at += piece)
    made.push(...resampler.push(samples.subarray(at, at + piece)))
  return [...made, ...resampler.end()]
}

/** The largest difference, without the first and last 20 ms, where a tone begins and ends. */
const difference = (a: readonly number[], b: Float32Array, rate: number) =>
  Math.max(...a.slice(rate / 50, -rate / 50).map((value, at) => Math.abs(value - b[at + rate / 50]!)))

test.each([8_000, 11_025, 22_050, 44_100, 48_000, 96_000])(
  'a tone at %d samples a second is the same at 16,000',
  (rate) => {
    const made = resampled(tone(440, rate), rate, 16_000)
    expect(Math.abs(made.length - 8_000)).toBeLessThanOrEqual(1)
    expect(difference(made, tone(440, 16_000), 16_000)).toBeLessThan(0.01)
  },
)

test('what is too high to be said at the new rate is gone, instead of being heard as another tone', () => {
  const made = resampled(tone(11_000, 48_000), 48_000, 16_000)
  expect(Math.max(...made.slice(400, -400).map(Math.abs))).toBeLessThan(0.01)
})

test('a sound in pieces gives the same as the whole', () => {
  const samples = tone(300, 44_100, 0.2)
  expect(resampled(samples, 44_100, 16_000, 131)).toEqual(resampled(samples, 44_100, 16_000))
})
