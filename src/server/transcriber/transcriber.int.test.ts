import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { quietWav } from '@test/speech-provider'
import { describe, expect, it, vi } from 'vitest'
import { transcribeHere } from './transcriber'

/** Somebody reads the words below, in 8.6 seconds. */
const sound = async (name: string) =>
  new Uint8Array(await readFile(fileURLToPath(new URL(`../../../test/sounds/${name}`, import.meta.url))))
const SAID =
  'the autumn plan has three parts first we open the new library then every team writes down what it needs and in november we decide together'

/** The engine stands back behind everything else that a machine has to do. */
vi.setConfig({ testTimeout: 300_000 })

const NEVER = new AbortController().signal
const hear = (bytes: Uint8Array, signal = NEVER) => transcribeHere(bytes, { person: 'ada', signal })
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z]+/g) ?? []

/** A WAV of silence that lasts this long in few bytes: 8,000 samples a second of one byte. */
function longWav(seconds: number): Uint8Array {
  const wav = quietWav(0)
  const bytes = new Uint8Array(44 + seconds * 8_000).fill(128)
  bytes.set(wav.subarray(0, 44))
  const view = new DataView(bytes.buffer)
  view.setUint32(4, bytes.length - 8, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, 8_000, true)
  view.setUint32(28, 8_000, true)
  view.setUint16(32, 1, true)
  view.setUint16(34, 8, true)
  view.setUint32(40, bytes.length - 44, true)
  return bytes
}

describe('the transcription that is built in', () => {
  it.each(['plan.mp3', 'plan.webm'])(
    '4.8 writes down what is said in %s, with the time of each word',
    async (name) => {
      const { text, words, duration } = await hear(await sound(name))
      const said = wordsOf(SAID)
      const heard = wordsOf(text)
      // A voice that was made by a program, and little of it: a word may be misheard.
      expect(said.filter((word) => !heard.includes(word)).length).toBeLessThanOrEqual(2)
      expect(duration).toBeGreaterThan(8.4)
      expect(duration).toBeLessThan(8.9)
      expect(words.map((word) => word.text).join(' ')).toBe(text)
      for (const [at, word] of words.entries()) {
        expect(word.end).toBeGreaterThan(word.start)
        expect(word.start).toBeGreaterThanOrEqual(words[at - 1]?.end ?? 0)
      }
      const time = (word: string) => words.find(({ text }) => wordsOf(text)[0] === word)!.start
      expect(time('three')).toBeGreaterThan(0.8)
      expect(time('three')).toBeLessThan(1.4)
      expect(time('november')).toBeGreaterThan(6.2)
      expect(time('november')).toBeLessThan(7)
    },
  )

  it('hears nothing where nobody speaks', async () => {
    expect(await hear(quietWav(3_000))).toMatchObject({ text: '', words: [] })
  })

  it.each<[string, () => Promise<Uint8Array>]>([
    ['a kind that only browsers decode', () => sound('plan.m4a')],
    ['bytes that are no sound', async () => new Uint8Array(5_000).fill(7)],
    ['nothing at all', async () => new Uint8Array()],
    ['a sound that breaks off in its head', async () => (await sound('plan.webm')).subarray(0, 90)],
  ])('R34 %s is refused in words', async (_name, bytes) => {
    await expect(hear(await bytes())).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('reads WAV, MP3 and Opus'),
    })
  })

  it('R34 a sound of an hour in one request is refused before it is listened to', async () => {
    await expect(hear(longWav(3_600))).rejects.toMatchObject({ code: 'too-large' })
  })

  it('stops when nobody waits any more', async () => {
    const stop = new AbortController()
    const heard = hear(longWav(300), stop.signal)
    stop.abort(new Error('gone'))
    await expect(heard).rejects.toThrow('gone')
  })
})
