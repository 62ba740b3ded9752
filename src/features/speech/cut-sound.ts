import {
  ALL_FORMATS,
  type AudioCodec,
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  FlacOutputFormat,
  Input,
  Mp3OutputFormat,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  type Source,
  WavOutputFormat,
  WebMOutputFormat,
} from 'mediabunny'

/** A recording that can be cut: its sound alone, as it is, without being decoded. */
export interface CutSound {
  /** How many parts it has. */
  parts: number
  /** How long it is, as it says itself. */
  seconds: number
  /** The part of this number, from 0. */
  part(number: number): Promise<SoundPart>
  close(): void
}

export interface SoundPart {
  /** Seconds before it. */
  start: number
  /** How long it is. */
  seconds: number
  bytes: Uint8Array<ArrayBuffer>
  /** MIME type. */
  type: string
}

/** Its sound cannot be cut here: of an unknown kind, damaged, or none at all. */
export class CannotCut extends Error {}

/** Opens a recording to be cut into parts of this number of seconds. Throws {@link CannotCut}. */
export async function openSound(source: Blob | Source, partSeconds: number): Promise<CutSound> {
  const input = new Input({
    source: source instanceof Blob ? new BlobSource(source) : source,
    formats: ALL_FORMATS,
  })
  try {
    const track = await input.getPrimaryAudioTrack()
    if (!track?.codec) throw new CannotCut()
    const { codec } = track
    const config = await track.getDecoderConfig()
    const duration = await track.computeDuration()
    // A piece of something that is sent live begins late.
    const seconds = duration - Math.max(0, await track.getFirstTimestamp())
    if (!config || !(duration > 0)) throw new CannotCut()
    const sink = new EncodedPacketSink(track)
    return {
      parts: Math.max(1, Math.ceil(duration / partSeconds)),
      seconds,
      async part(number) {
        const [start, end] = [number * partSeconds, (number + 1) * partSeconds]
        const format = formatFor(codec)
        const target = new BufferTarget()
        const output = new Output({ format, target })
        const packets = new EncodedAudioPacketSource(codec)
        output.addAudioTrack(packets)
        await output.start()
        // What begins before the part and ends in it belongs to it: no word is lost between two.
        let packet = (await sink.getPacket(start)) ?? (await sink.getFirstPacket())
        const first = packet?.timestamp ?? start
        let last = first
        while (packet && packet.timestamp < end) {
          await packets.add(packet.clone({ timestamp: packet.timestamp - first }), { decoderConfig: config })
          last = Math.max(last, packet.timestamp + packet.duration)
          packet = await sink.getNextPacket(packet)
        }
        await output.finalize()
        if (!target.buffer) throw new CannotCut()
        return {
          start: Math.max(0, first),
          seconds: last - first,
          bytes: new Uint8Array(target.buffer),
          type: format.mimeType,
        }
      },
      close: () => input.dispose(),
    }
  } catch (error) {
    input.dispose()
    throw error instanceof CannotCut ? error : new CannotCut('', { cause: error })
  }
}

/** What a sound of this kind is put into, as services know it. */
function formatFor(codec: AudioCodec): OutputFormat {
  if (codec === 'mp3') return new Mp3OutputFormat()
  if (codec === 'aac') return new Mp4OutputFormat()
  if (codec === 'opus' || codec === 'vorbis') return new WebMOutputFormat()
  if (codec === 'flac') return new FlacOutputFormat()
  const wav = new WavOutputFormat()
  if (wav.getSupportedAudioCodecs().includes(codec)) return wav
  throw new CannotCut()
}
