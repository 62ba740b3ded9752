import { type AudioPreset, cameraWanted, screenWanted, soundWanted, type VideoPreset } from './presets'

/** What can be switched on to be recorded. */
export type Source = 'screen' | 'camera' | 'microphone'

/** What this browser can record: a phone has a camera, and no way to record its screen. */
export function recordable(): readonly Source[] {
  const devices = typeof MediaRecorder === 'undefined' ? undefined : navigator.mediaDevices
  return [
    ...(devices?.getDisplayMedia ? (['screen'] as const) : []),
    ...(devices?.getUserMedia ? (['camera', 'microphone'] as const) : []),
  ]
}

export interface Quality {
  video: VideoPreset
  sound: AudioPreset
}

/** Asks the browser, which asks the person. Rejects as the browser does. */
export function openSource(source: Source, { video, sound }: Quality): Promise<MediaStream> {
  const { mediaDevices } = navigator
  if (source === 'screen') return mediaDevices.getDisplayMedia(screenWanted(video))
  return mediaDevices.getUserMedia(source === 'camera' ? cameraWanted(video) : soundWanted(sound))
}

/** Lets go of a camera, a microphone or a screen. */
export function release(stream: MediaStream | null | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/** What Chromium counts of a track (MediaStreamTrack Statistics); TypeScript knows it not. */
interface Counted {
  stats?: { discardedFrames?: number }
}

/** How many frames of a camera or a screen came too late to be used so far; 0 where the browser does not count them. */
export const droppedFrames = (streams: readonly (MediaStream | undefined)[]): number =>
  streams
    .flatMap((stream) => stream?.getVideoTracks() ?? [])
    .reduce((sum, track) => sum + ((track as Counted).stats?.discardedFrames ?? 0), 0)

/** Calls back when what is shared ends, as by the browser's own button. */
export function onEnded(stream: MediaStream, ended: () => void): void {
  for (const track of stream.getVideoTracks()) track.addEventListener('ended', ended)
}

/** Milliseconds until a stream shows something. */
export const FIRST_FRAME = 5_000

/** A picture of what a stream shows now, as PNG. Rejects when it shows nothing. */
export async function stillOf(stream: MediaStream): Promise<{ file: Blob; width: number; height: number }> {
  const film = document.createElement('video')
  film.muted = true
  film.srcObject = stream
  try {
    await Promise.race([
      film.play(),
      new Promise((_, fail) => setTimeout(() => fail(new Error('the stream shows nothing')), FIRST_FRAME)),
    ])
    const canvas = document.createElement('canvas')
    canvas.width = film.videoWidth
    canvas.height = film.videoHeight
    canvas.getContext('2d')!.drawImage(film, 0, 0)
    const file = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
    if (!file) throw new Error('the browser made no picture')
    return { file, width: canvas.width, height: canvas.height }
  } finally {
    film.srcObject = null
  }
}
