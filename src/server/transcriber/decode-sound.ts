import {
  ALL_FORMATS,
  AudioSample,
  AudioSampleSink,
  BufferSource,
  CustomAudioDecoder,
  type EncodedPacket,
  Input,
  registerDecoder,
} from 'mediabunny'
import { MPEGDecoder } from 'mpg123-decoder'
import { OpusDecoder, type OpusDecoderSampleRate } from 'opus-decoder'
import { Resampler } from './resampler'

/** Samples a second that the engine takes. */
export const RATE = 16_000

/** Rates that sound is recorded in, in samples a second; others are damage. */
const RATES = { least: 4_000, most: 384_000 }

/** There is sound in it, but of a kind that is not read here. */
export class UnreadableSound extends Error {}
/** It is longer than is taken in one request. */
export class TooLongSound extends Error {}

interface Decoded {
  channelData: Float32Array<ArrayBuffer>[]
  samplesDecoded: number
  sampleRate: number
}

/** A decoder that answers at once, as one of mediabunny's. */
abstract class FrameDecoder extends CustomAudioDecoder {
  protected abstract decodeFrame(frame: Uint8Array): Decoded

  override decode(packet: EncodedPacket): void {
    const { channelData, samplesDecoded, sampleRate } = this.decodeFrame(packet.data)
    if (samplesDecoded === 0) return
    const data = new Float32Array(samplesDecoded * channelData.length)
    for (const [channel, samples] of channelData.entries()) data.set(samples, channel * samplesDecoded)
    const { timestamp } = packet
    this.onSample(
      new AudioSample({
        ...{ data, format: 'f32-planar', timestamp, sampleRate },
        numberOfChannels: channelData.length,
      }),
    )
  }

  override flush(): void {
    // Nothing is held back.
  }
}

class Mp3 extends FrameDecoder {
  private readonly decoder = new MPEGDecoder()
  static override supports = (codec: string) => codec === 'mp3'
  override init = () => this.decoder.ready
  override close = () => this.decoder.free()
  protected override decodeFrame = (frame: Uint8Array) => this.decoder.decodeFrame(frame) as Decoded
}

const OPUS_RATE: OpusDecoderSampleRate = 48_000

class Opus extends FrameDecoder {
  private decoder: OpusDecoder<OpusDecoderSampleRate> | null = null
  static override supports = (codec: string) => codec === 'opus'
  override async init() {
    // Several channels are mixed afterwards, so that those of more than two would be decoded for nothing.
    this.decoder = new OpusDecoder({
      channels: Math.min(2, this.config.numberOfChannels),
      sampleRate: OPUS_RATE,
    })
    await this.decoder.ready
  }
  override close = () => this.decoder?.free()
  protected override decodeFrame = (frame: Uint8Array) => this.decoder!.decodeFrame(frame) as Decoded
}

registerDecoder(Mp3)
registerDecoder(Opus)

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
