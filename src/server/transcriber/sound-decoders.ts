import { AudioSample, CustomAudioDecoder, type EncodedPacket, registerDecoder } from 'mediabunny'
import { MPEGDecoder } from 'mpg123-decoder'
import { OpusDecoder, type OpusDecoderSampleRate } from 'opus-decoder'

interface Decoded {
  channelData: Float32Array<ArrayBuffer>[]
  samplesDecoded: number
  sampleRate: number
}

/** Some frames at the beginning give nothing yet; more of them are damage, and each costs a line in the log. */
const MOST_EMPTY = 10

/** A decoder that answers at once, as one of mediabunny's. */
abstract class FrameDecoder extends CustomAudioDecoder {
  /** Frames without sound in a row. */
  private empty = 0
  protected abstract decodeFrame(frame: Uint8Array): Decoded

  override decode(packet: EncodedPacket): void {
    const { channelData, samplesDecoded, sampleRate } = this.decodeFrame(packet.data)
    this.empty = samplesDecoded === 0 ? this.empty + 1 : 0
    if (this.empty > MOST_EMPTY) throw new Error('Nothing in it can be decoded')
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

let isRegistered = false

/** Lets mediabunny decode MP3 and Opus, by WebAssembly. */
export function registerSoundDecoders(): void {
  if (isRegistered) return
  isRegistered = true
  registerDecoder(Mp3)
  registerDecoder(Opus)
}
