interface WavHead {
  /** Bytes of sound that follow. */
  size: number
  /** Samples a second. */
  rate?: number
  channels?: number
  /** Bytes of a sample of all channels. */
  blockAlign?: number
}

/** The beginning of a WAV file of 16 bits a sample, which may lie. */
export function wavHead({ size, rate = 8_000, channels = 1, blockAlign = channels * 2 }: WavHead): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF')
  head.writeUInt32LE(36 + size, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(channels, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * blockAlign, 28)
  head.writeUInt16LE(blockAlign, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(size, 40)
  return head
}

/** A WAV file of one channel with these samples, -1 to 1, 8,000 a second. */
export function wavFile(samples: readonly number[]): Buffer {
  const data = Buffer.alloc(samples.length * 2)
  for (const [at, value] of samples.entries()) data.writeInt16LE(Math.round(value * 32_767), at * 2)
  return Buffer.concat([wavHead({ size: data.length }), data])
}

/** The samples of seconds of a tone, this loud. */
export const tone = (seconds: number, loud: number): number[] =>
  Array.from({ length: seconds * 8_000 }, (_, at) => loud * Math.sin(at / 3))
