import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import tokenizer from 'llama-tokenizer-js'
import type { InferenceSession, Tensor } from 'onnxruntime-web'
import { alignedFrames } from './align'
import { RATE } from './decode-sound'
import { attentionOf, showAttention } from './show-attention'

type Runtime = typeof import('onnxruntime-web')

/** The larger of the two models that the package holds: layers, heads, numbers a head. */
const SIZE = { name: 'base', layers: 8, heads: 8, head: 52 }
const START = 1
const END = 2
/** Nobody says more tokens in a second; a model that turns in a circle is stopped. */
const TOKENS_A_SECOND = 6.5
/** The model takes at least a tenth of a second. */
const LEAST_SAMPLES = RATE / 10

export interface HeardWord {
  text: string
  /** Seconds from the start of the sound. */
  start: number
  end: number
}

/** A speech model that runs here, with what runs it. */
export interface SpeechModel {
  runtime: Runtime
  /** The words of some seconds of English speech, at most half a minute, of {@link RATE} samples a second. */
  hear(samples: Float32Array): Promise<HeardWord[]>
}

/**
 * Loads Moonshine (MIT) and the runtime for it (onnxruntime-web, as WebAssembly, in this thread alone). `place` is a file from which
 * the packages are found: this one may stand where they are not.
 */
export async function loadMoonshine(place: string): Promise<SpeechModel> {
  const require = createRequire(place)
  const runtime = (await import(
    /* @vite-ignore */ pathToFileURL(join(dirname(require.resolve('onnxruntime-web')), 'ort.node.min.mjs'))
      .href
  )) as Runtime
  runtime.env.wasm.numThreads = 1
  const folder = join(
    packageFolder(require, '@usefulsensors/moonshine-js'),
    'dist/model',
    SIZE.name,
    'quantized',
  )
  const encoder = await runtime.InferenceSession.create(await readFile(join(folder, 'encoder_model.onnx')))
  const shown = showAttention(await readFile(join(folder, 'decoder_model_merged.onnx')))
  const decoder = await runtime.InferenceSession.create(shown.model)
  return { runtime, hear: (samples) => hear({ runtime, encoder, decoder, layers: shown.layers }, samples) }
}

/** Where a package stands, whatever it lets be imported of it. */
function packageFolder(require: NodeJS.Require, name: string): string {
  for (const root of require.resolve.paths(name) ?? []) {
    const folder = join(root, name)
    try {
      require.resolve(join(folder, 'package.json'))
      return folder
    } catch {
      // Not in this one.
    }
  }
  throw new Error(`The package ${name} is not installed.`)
}

interface Loaded {
  runtime: Runtime
  encoder: InferenceSession
  decoder: InferenceSession
  layers: number
}

async function hear(loaded: Loaded, sound: Float32Array): Promise<HeardWord[]> {
  const { runtime, encoder, decoder, layers } = loaded
  const { Tensor } = runtime
  const samples = new Float32Array(Math.max(LEAST_SAMPLES, sound.length))
  samples.set(sound)
  const seconds = samples.length / RATE
  const heard = await encoder.run({ input_values: new Tensor('float32', samples, [1, samples.length]) })
  const states = heard.last_hidden_state!
  const frames = states.dims[1]!
  let past = emptyPast(runtime)
  const tokens: number[] = []
  const attention: Float32Array[] = []
  const most = Math.ceil(seconds * TOKENS_A_SECOND) + 2
  for (let step = 0; step < most; step += 1) {
    const last = tokens.at(-1) ?? START
    const out = await decoder.run({
      input_ids: new Tensor('int64', BigInt64Array.of(BigInt(last)), [1, 1]),
      encoder_hidden_states: states,
      use_cache_branch: new Tensor('bool', [step > 0], [1]),
      ...past,
    })
    const token = likeliest(out.logits!.data as Float32Array)
    if (token === END) break
    tokens.push(token)
    attention.push(meanAttention(out, layers, frames))
    past = nextPast(past, out, step === 0)
  }
  return wordsOf(tokens, alignedFrames(attention), seconds / frames)
}

type Past = Record<string, Tensor>

function emptyPast({ Tensor }: Runtime): Past {
  const past: Past = {}
  for (let layer = 0; layer < SIZE.layers; layer += 1)
    for (const side of ['decoder', 'encoder'])
      for (const part of ['key', 'value'])
        past[`past_key_values.${layer}.${side}.${part}`] = new Tensor('float32', new Float32Array(), [
          ...[0, SIZE.heads, 1, SIZE.head],
        ])
  return past
}

/** What it said before; what it heard is told once, in the first step. */
const nextPast = (past: Past, out: InferenceSession.OnnxValueMapType, isFirst: boolean): Past =>
  Object.fromEntries(
    Object.entries(past).map(([name, before]) => [
      name,
      isFirst || name.includes('.decoder.')
        ? (out[name.replace('past_key_values', 'present')] as Tensor)
        : before,
    ]),
  )

function likeliest(scores: Float32Array): number {
  let best = 0
  for (let token = 1; token < scores.length; token += 1) if (scores[token]! > scores[best]!) best = token
  return best
}

/** How much this step looked at each frame, over all layers and heads. */
function meanAttention(out: InferenceSession.OnnxValueMapType, layers: number, frames: number): Float32Array {
  const mean = new Float32Array(frames)
  for (let layer = 0; layer < layers; layer += 1) {
    const { data, dims } = out[attentionOf(layer)] as Tensor
    const shares = data as Float32Array
    const [heads, width] = [dims[1]!, dims[3]!]
    for (let head = 0; head < heads; head += 1)
      for (let frame = 0; frame < frames; frame += 1)
        mean[frame]! += shares[head * width + frame]! / (heads * layers)
  }
  return mean
}

/** Begins a word, as the tokenizer spells a space. */
const SPACE = '▁'

function wordsOf(
  tokens: readonly number[],
  frames: readonly { first: number; last: number }[],
  secondsAFrame: number,
): HeardWord[] {
  const words: { tokens: number[]; start: number; end: number }[] = []
  for (const [at, token] of tokens.entries()) {
    const { first, last } = frames[at]!
    const [start, end] = [first * secondsAFrame, (last + 1) * secondsAFrame]
    const open = words.at(-1)
    if (!open || tokenizer.vocabById[token]?.startsWith(SPACE)) words.push({ tokens: [token], start, end })
    else {
      open.tokens.push(token)
      open.end = end
    }
  }
  return words
    .map(({ tokens, start, end }, at) => ({
      text: tokenizer.decode(tokens, false, false).trim(),
      start,
      // Two tokens can look at one frame.
      end: Math.max(start, Math.min(end, words[at + 1]?.start ?? end)),
    }))
    .filter(({ text }) => text !== '')
}
