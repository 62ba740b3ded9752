import { onEnded, release } from './capture'

/** What is recorded, made of everything that is switched on. */
export interface Mixed {
  stream: MediaStream
  /** Lets go of what was made for it. What it was made of stays open. */
  end(): void
}

/** The width of the camera over the screen, as a part of it, and how far it is from the edge. */
const INSET = { width: 0.2, edge: 0.02 }

/** Puts the camera over the screen, and the sound of both and of the microphone into one track. */
export function mix(open: { screen?: MediaStream; camera?: MediaStream; microphone?: MediaStream }): Mixed {
  const { screen, camera, microphone } = open
  const picture = screen && camera ? overlay(screen, camera) : null
  const videoTracks = picture ? picture.tracks : [...((screen ?? camera)?.getVideoTracks() ?? [])]
  const sounds = [screen, microphone].filter(
    (one) => (one?.getAudioTracks().length ?? 0) > 0,
  ) as MediaStream[]
  const sound = sounds.length > 1 ? oneSound(sounds) : null
  const audioTracks = sound ? sound.tracks : (sounds[0]?.getAudioTracks() ?? [])
  return {
    stream: new MediaStream([...videoTracks, ...audioTracks]),
    end() {
      picture?.end()
      sound?.end()
    },
  }
}

function oneSound(streams: readonly MediaStream[]) {
  const context = new AudioContext()
  const together = context.createMediaStreamDestination()
  for (const stream of streams) context.createMediaStreamSource(stream).connect(together)
  return { tracks: together.stream.getAudioTracks(), end: () => void context.close() }
}

const filmOf = (stream: MediaStream): HTMLVideoElement => {
  const film = document.createElement('video')
  film.muted = true
  film.srcObject = stream
  void film.play().catch(() => undefined)
  return film
}

/** A tab in the background draws once a second by itself; a worker's clock goes on. */
const CLOCK =
  'let timer; onmessage = ({ data }) => { clearInterval(timer); if (data) timer = setInterval(() => postMessage(0), data) }'

function overlay(screen: MediaStream, camera: MediaStream) {
  const { width = 1280, height = 720, frameRate = 30 } = screen.getVideoTracks()[0]?.getSettings() ?? {}
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { alpha: false })!
  const back = filmOf(screen)
  const front = filmOf(camera)
  const draw = () => {
    context.drawImage(back, 0, 0, canvas.width, canvas.height)
    if (front.videoWidth === 0) return
    const w = canvas.width * INSET.width
    const h = (w * front.videoHeight) / front.videoWidth
    const edge = canvas.width * INSET.edge
    context.drawImage(front, canvas.width - w - edge, canvas.height - h - edge, w, h)
  }
  const address = URL.createObjectURL(new Blob([CLOCK], { type: 'text/javascript' }))
  const clock = new Worker(address)
  URL.revokeObjectURL(address)
  clock.onmessage = draw
  clock.postMessage(1_000 / Math.min(frameRate, 30))
  draw()
  const stream = canvas.captureStream(Math.min(frameRate, 30))
  const end = () => {
    clock.terminate()
    release(stream)
    back.srcObject = null
    front.srcObject = null
  }
  onEnded(screen, end)
  return { tracks: stream.getVideoTracks(), end }
}
