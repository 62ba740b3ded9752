import {
  AppendOnlyStreamTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Output,
  WebMOutputFormat,
} from 'mediabunny'

/** What an Opus decoder is told first: one channel, 48 kHz. */
const OPUS_HEAD = Uint8Array.from([79, 112, 117, 115, 72, 101, 97, 100, 1, 1, 56, 1, 128, 187, 0, 0, 0, 0, 0])

/**
 * A film as a browser's recorder makes it, in its pieces of about a second: it says neither how long it is nor where its parts are. Its pictures are
 * none, and nothing that only takes it apart looks at them.
 */
export async function recordedFilm(seconds: number): Promise<Uint8Array<ArrayBuffer>[]> {
  const written: Uint8Array[] = []
  const output = new Output({
    format: new WebMOutputFormat({ appendOnly: true, minimumClusterDuration: 1 }),
    target: new AppendOnlyStreamTarget(
      new WritableStream({
        write: (bytes) => {
          written.push(bytes.slice())
        },
      }),
    ),
  })
  const pictures = new EncodedVideoPacketSource('vp8')
  const sound = new EncodedAudioPacketSource('opus')
  output.addVideoTrack(pictures)
  output.addAudioTrack(sound)
  await output.start()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  for (let second = 0; second < seconds; second++) {
    for (let tenth = 0; tenth < 10; tenth++) {
      const at = second + tenth / 10
      await pictures.add(
        new EncodedPacket(new Uint8Array(900).fill(tenth), tenth === 0 ? 'key' : 'delta', at, 0.1),
        { decoderConfig: { codec: 'vp8', codedWidth: 640, codedHeight: 480 } },
      )
      await sound.add(new EncodedPacket(new Uint8Array(60).fill(tenth), 'key', at, 0.1), {
        decoderConfig: { codec: 'opus', numberOfChannels: 1, sampleRate: 48_000, description: OPUS_HEAD },
      })
    }
    pieces.push(new Uint8Array(Buffer.concat(written.splice(0))))
  }
  await output.finalize()
  pieces.push(new Uint8Array(Buffer.concat(written)))
  return pieces.filter(({ byteLength }) => byteLength > 0)
}
