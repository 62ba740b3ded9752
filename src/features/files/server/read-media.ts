import { type AudioSample, AudioSampleSink, type InputAudioTrack, type InputTrack } from 'mediabunny'
import { codecName, type MediaCodec, type MediaFacts, PEAKS } from '@/blocks/media/media-facts'
import { registerSoundDecoders } from '@/server/transcriber/sound-decoders'
import { lookInto } from './media-input'

/** A file that says it is longer is damaged, or lies. */
const MOST_SECONDS = 100 * 3_600
/** A file of more tracks is none that a person made. */
const MOST_TRACKS = 64
/** Neither is a sound of more channels. */
const MOST_CHANNELS = 32
/** Milliseconds of processor time that measuring how loud it is may take. What takes longer is shown without. */
const MOST_MS = 10_000
/** Seconds of each part that are listened to, so that a long sound costs no more than a short one. */
const LISTENED = 0.2
/** Samples at the beginning of what is listened to that need what was before them. */
const BEGINNING = 2

registerSoundDecoders()

/** What is known of a film or a sound, but for how loud it is; null when it is none that can be read. Throws like {@link lookInto}. */
export const readMedia = (path: string): Promise<Omit<MediaFacts, 'peaks'> | null> =>
  lookInto(path, async (input) => {
    const tracks = await input.getTracks()
    if (tracks.length === 0 || tracks.length > MOST_TRACKS) return null
    const [picture, sound] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
    if (!picture && !sound) return null
    if (sound && (await sound.getNumberOfChannels()) > MOST_CHANNELS) return null
    const ends = await Promise.all(
      [picture, sound].map(async (track) => (await track?.computeDuration()) ?? 0),
    )
    const duration = finite(Math.max(...ends), MOST_SECONDS)
    const size = picture && [await picture.getDisplayWidth(), await picture.getDisplayHeight()]
    return {
      duration,
      width: finite(size?.[0], 100_000),
      height: finite(size?.[1], 100_000),
      video: picture && (await codecOf(picture)),
      audio: sound && (await codecOf(sound)),
    }
  })

const finite = (value: number | undefined | null, most: number): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 && value <= most ? value : null

async function codecOf(track: InputTrack): Promise<MediaCodec | null> {
  const internal = await track.getInternalCodecId()
  const short = (await track.getCodec()) ?? (typeof internal === 'string' ? internal : '')
  const name = codecName(short)
  if (name === null) return null
  return { name, parameter: await track.getCodecParameterString().catch(() => null) }
}

/**
 * How loud each part of a file is (`duration`: its length in seconds); null where its sound cannot be decoded here, is damaged in the middle, or
 * takes too long. Throws like {@link lookInto}.
 */
export const readPeaks = (path: string, duration: number): Promise<string | null> =>
  lookInto(path, async (input) => {
    const sound = await input.getPrimaryAudioTrack()
    return sound && (await sound.canDecode()) ? await peaksOf(sound, duration) : null
  })

async function peaksOf(track: InputAudioTrack, duration: number): Promise<string | null> {
  const begun = process.threadCpuUsage()
  const isLate = () => {
    const { user, system } = process.threadCpuUsage(begun)
    return user + system > MOST_MS * 1_000
  }
  const loudest = new Float32Array(PEAKS)
  const sink = new AudioSampleSink(track)
  const part = duration / PEAKS
  const note = (sample: AudioSample) => {
    const { timestamp, sampleRate, numberOfFrames, numberOfChannels } = sample
    const channel = new Float32Array(numberOfFrames)
    for (let planeIndex = 0; planeIndex < numberOfChannels; planeIndex++) {
      sample.copyTo(channel, { planeIndex, format: 'f32-planar' })
      for (const [frame, value] of channel.entries()) {
        const at = Math.floor((timestamp + frame / sampleRate) / part)
        // Damaged sound may hold what is no number.
        if (at >= 0 && at < PEAKS) loudest[at] = Math.max(loudest[at]!, Math.abs(value) || 0)
      }
    }
  }
  const hear = async (start: number, end: number, skipped: number): Promise<boolean> => {
    let count = 0
    for await (const sample of sink.samples(start, end)) {
      try {
        if (isLate()) return false
        if (count++ < skipped) continue
        note(sample)
      } finally {
        sample.close()
      }
    }
    return true
  }
  const skipped = /^(?:pcm-|[au]law)/.test((await track.getCodec()) ?? '') ? 0 : BEGINNING
  if (part <= LISTENED * 2) {
    if (!(await hear(0, duration, 0))) return null
  } else
    for (let at = 0; at < PEAKS; at++)
      if (!(await hear(at * part, at * part + LISTENED, at === 0 ? 0 : skipped))) return null
  return Buffer.from(loudest.map((loud) => Math.round(Math.min(1, loud) * 255))).toString('base64')
}
