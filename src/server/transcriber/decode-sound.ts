import { ALL_FORMATS, type AudioSample, AudioSampleSink, BufferSource, Input } from 'mediabunny'
import { Resampler } from './resampler'
import { registerSoundDecoders } from './sound-decoders'

/** Samples a second that the engine takes. */
export const RATE = 16_000

/** Rates that sound is recorded in, in samples a second; others are damage. */
const RATES = { least: 4_000, most: 384_000 }

/** There is sound in it, but of a kind that is not read here. */
export class UnreadableSound extends Error {}
/** It is longer than is taken in one request. */
export class TooLongSound extends Error {}

registerSoundDecoders()

/**
 * The sound of a recording as one channel of {@link RATE} samples a second, up to a number of seconds: WAV, MP3 and Opus in any container.
 * Throws {@link UnreadableSound} for another kind and what is damaged, {@link TooLongSound}.
 */
export async function samplesOf(bytes: Uint8Array, mostSeconds: number): Promise<Float32Array<ArrayBuffer>> {
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })
  try {
    const track = await input.getPrimaryAudioTrack()
    if (!track || !(await track.canDecode())) throw new UnreadableSound()
    if ((await track.computeDuration()) > mostSeconds) throw new TooLongSound()
    const parts: Float32Array[] = []
    let length = 0
    const add = (samples: Float32Array) => {
      parts.push(samples)
      length += samples.length
      if (length > mostSeconds * RATE) throw new TooLongSound()
    }
    let rate = 0
    let resampler: Resampler | null = null
    for await (const sample of new AudioSampleSink(track).samples()) {
      try {
        if (sample.sampleRate !== rate) {
          if (resampler) add(resampler.end())
          rate = inRange(sample.sampleRate)
          resampler = new Resampler(rate, RATE)
        }
        if (resampler) add(resampler.push(mixed(sample)))
      } finally {
        sample.close()
      }
    }
    if (resampler) add(resampler.end())
    return joined(parts, length)
  } catch (error) {
    if (error instanceof UnreadableSound || error instanceof TooLongSound) throw error
    throw new UnreadableSound('', { cause: error })
  } finally {
    input.dispose()
  }
}

function inRange(rate: number): number {
  if (Number.isInteger(rate) && rate >= RATES.least && rate <= RATES.most) return rate
  throw new UnreadableSound()
}

/** All channels as one. */
function mixed(sample: AudioSample): Float32Array {
  const { numberOfFrames, numberOfChannels } = sample
  const sum = new Float32Array(numberOfFrames)
  const channel = new Float32Array(numberOfFrames)
  for (let planeIndex = 0; planeIndex < numberOfChannels; planeIndex += 1) {
    sample.copyTo(channel, { planeIndex, format: 'f32-planar' })
    for (let at = 0; at < numberOfFrames; at += 1) sum[at]! += channel[at]! / numberOfChannels
  }
  return sum
}

function joined(parts: readonly Float32Array[], length: number): Float32Array<ArrayBuffer> {
  const all = new Float32Array(length)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
