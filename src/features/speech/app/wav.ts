/** Samples a second: speech needs no more, and services work with as many. */
const RATE = 16_000

/** What was recorded, as a WAV of one channel: the one kind that every service and every browser knows. Rejects when it holds no sound. */
export async function wavOf(recording: Blob): Promise<Blob> {
  const context = new OfflineAudioContext(1, 1, RATE)
  const audio = await context.decodeAudioData(await recording.arrayBuffer())
  return new Blob([wavBytes(mixed(audio))], { type: 'audio/wav' })
}

function mixed(audio: AudioBuffer): Float32Array {
  const first = audio.getChannelData(0).slice()
  for (let channel = 1; channel < audio.numberOfChannels; channel += 1)
    audio.getChannelData(channel).forEach((value, at) => {
      first[at] = (first[at] ?? 0) + value
    })
  return first.map((value) => value / audio.numberOfChannels)
}

/** 16 bits a sample. */
export function wavBytes(samples: Float32Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(44 + samples.length * 2)
  const view = new DataView(bytes.buffer)
  const words = (at: number, text: string) => {
    for (const [index, letter] of [...text].entries()) view.setUint8(at + index, letter.charCodeAt(0))
  }
  words(0, 'RIFF')
  view.setUint32(4, 36 + samples.length * 2, true)
  words(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, RATE, true)
  view.setUint32(28, RATE * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  words(36, 'data')
  view.setUint32(40, samples.length * 2, true)
  for (const [at, value] of samples.entries())
    view.setInt16(44 + at * 2, Math.round(Math.max(-1, Math.min(1, value)) * 32_767), true)
  return bytes
}
