import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Tensor } from 'onnxruntime-web'
import { RATE } from './decode-sound'

/** Samples that are judged at once. */
const FRAME = 512
const FRAMES_A_SECOND = RATE / FRAME
/** From which likelihood on somebody speaks, and below which nobody does any more. */
const SPEAKS = 0.5
const SILENT = 0.35
/** A pause, what is taken along around speech, and the longest part, in frames. */
const PAUSE = Math.round(0.4 * FRAMES_A_SECOND)
const AROUND = Math.round(0.3 * FRAMES_A_SECOND)
const LONGEST = Math.floor(27 * FRAMES_A_SECOND)
/** Where a part has become too long, it is cut at the quietest place of its last seconds. */
const LOOKED_BACK = Math.round(8 * FRAMES_A_SECOND)

/** A segment in which somebody speaks, in samples. */
export interface SpeechPart {
  start: number
  end: number
}

/** How likely it is that somebody speaks, for each {@link FRAME} samples. */
export type VoiceDetector = (samples: Float32Array) => Promise<Float32Array>

/** Loads Silero's voice detection (MIT), which the package of vad-web holds. */
export async function loadVoiceDetector(
  place: string,
  runtime: typeof import('onnxruntime-web'),
): Promise<VoiceDetector> {
  const folder = dirname(createRequire(place).resolve('@ricky0123/vad-web'))
  const model = await runtime.InferenceSession.create(await readFile(join(folder, 'silero_vad_v5.onnx')))
  const rate = new runtime.Tensor('int64', BigInt64Array.of(BigInt(RATE)), [])
  return async (samples) => {
    const likely = new Float32Array(Math.ceil(samples.length / FRAME))
    let state: Tensor = new runtime.Tensor('float32', new Float32Array(256), [2, 1, 128])
    for (let at = 0; at < likely.length; at += 1) {
      const frame = new Float32Array(FRAME)
      frame.set(samples.subarray(at * FRAME, (at + 1) * FRAME))
      const out = await model.run({
        input: new runtime.Tensor('float32', frame, [1, FRAME]),
        state,
        sr: rate,
      })
      state = out.stateN as Tensor
      likely[at] = (out.output!.data as Float32Array)[0]!
    }
    return likely
  }
}

/** The segments in which somebody speaks, each at most half a minute, from how likely that is in each frame of `length` samples. */
export function speechParts(likely: Float32Array, length: number): SpeechPart[] {
  const found: { start: number; end: number }[] = []
  let start = -1
  let quiet = 0
  const end = (at: number) => {
    found.push({ start, end: at })
    start = -1
  }
  for (let at = 0; at < likely.length; at += 1) {
    if (start < 0) {
      if (likely[at]! > SPEAKS) [start, quiet] = [at, 0]
      continue
    }
    quiet = likely[at]! < SILENT ? quiet + 1 : 0
    if (quiet >= PAUSE) end(at - quiet + 1)
    else if (at - start >= LONGEST) {
      const cut = quietest(likely, at - LOOKED_BACK, at)
      end(cut)
      start = cut
      quiet = 0
    }
  }
  if (start >= 0) end(likely.length)
  return found.map((part, at) => ({
    // What is taken along never reaches into the next part: its first word would be heard twice.
    start: Math.max(0, part.start - AROUND, found[at - 1]?.end ?? 0) * FRAME,
    end: Math.min(length, Math.min(part.end + AROUND, found[at + 1]?.start ?? likely.length) * FRAME),
  }))
}

function quietest(likely: Float32Array, from: number, to: number): number {
  let least = from
  for (let at = from; at < to; at += 1) if (likely[at]! <= likely[least]!) least = at
  return least
}
