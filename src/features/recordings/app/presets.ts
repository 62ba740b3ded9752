import { t } from '@/shared/i18n'

/** How much a film shows (product.md 9.9). */
export const VIDEO_PRESETS = {
  low: { width: 640, height: 480, frameRate: 15 },
  medium: { width: 1280, height: 720, frameRate: 30 },
  high: { width: 1920, height: 1080, frameRate: 30 },
  ultra: { width: 2560, height: 1440, frameRate: 60 },
} as const
export type VideoPreset = keyof typeof VIDEO_PRESETS

/** How much of a sound is kept (product.md 9.9). */
export const AUDIO_PRESETS = {
  low: { channelCount: 1, sampleRate: 22_050 },
  medium: { channelCount: 1, sampleRate: 44_100 },
  high: { channelCount: 2, sampleRate: 48_000 },
} as const
export type AudioPreset = keyof typeof AUDIO_PRESETS

/** What the browser does to the sound of a microphone (product.md 9.9). */
const PROCESSING = { echoCancellation: true, noiseSuppression: true, autoGainControl: true } as const

/** Milliseconds of a piece (product.md 9.9). */
export const PIECE = 1_000

/** What is recorded as, the first that the browser can do: Safari knows no WebM of its own. */
const TYPES = {
  video: ['video/webm;codecs=vp9,opus', 'video/webm;codecs=vp9', 'video/webm', 'video/mp4'],
  audio: ['audio/webm;codecs=opus', 'audio/webm', 'audio/mp4'],
} as const

/** What a film or a sound is recorded as here; undefined: as the browser likes. */
export const recordedAs = (kind: keyof typeof TYPES): string | undefined =>
  TYPES[kind].find((type) => MediaRecorder.isTypeSupported(type))

/** The ending of a file of this type. */
export const endingOf = (mimeType: string): 'webm' | 'mp4' | 'png' =>
  mimeType.startsWith('image/') ? 'png' : mimeType.includes('mp4') ? 'mp4' : 'webm'

/** As much as the preset says, or as near as the device comes to it. */
export const screenWanted = (preset: VideoPreset): DisplayMediaStreamOptions => {
  const { width, height, frameRate } = VIDEO_PRESETS[preset]
  return { video: { width: { max: width }, height: { max: height }, frameRate }, audio: true }
}

export const cameraWanted = (preset: VideoPreset): MediaStreamConstraints => ({
  video: { ...VIDEO_PRESETS[preset] },
})

export const soundWanted = (preset: AudioPreset): MediaStreamConstraints => ({
  audio: { ...AUDIO_PRESETS[preset], ...PROCESSING },
})

export const presetWords = (preset: VideoPreset): string =>
  ({
    low: t('Low, 480p'),
    medium: t('Medium, 720p'),
    high: t('High, 1080p'),
    ultra: t('Ultra, 1440p'),
  })[preset]

export const soundWords = (preset: AudioPreset): string =>
  ({
    low: t('Low, 22 kHz'),
    medium: t('Medium, 44 kHz'),
    high: t('High, stereo'),
  })[preset]
