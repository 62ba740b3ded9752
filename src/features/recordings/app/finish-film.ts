/** A film as it is to be kept: one that can be sought in, and what is known of it. */
export interface FinishedFilm {
  file: Blob
  /** Seconds; null when the file does not say. */
  duration: number | null
  resolution: string | null
  thumbnail: string | null
}

/** Bytes; larger ones would have to be in memory as a whole. They are kept as they are, and play from their start. */
const MOST = 512 * 1024 ** 2

const library = () => import('mediabunny')

/** Fetches the code, so that it is there when the recording ends without a network. */
export const prepareToFinish = (): void => void library().catch(() => undefined)

/** Gives a film from a recorder, which knows neither how long it is nor where its parts are, both: without encoding it anew. */
export async function finishFilm(recorded: Blob, kind: 'video' | 'audio'): Promise<FinishedFilm> {
  const written = await rewritten(recorded, kind)
  const file = written?.file ?? recorded
  return {
    file,
    duration: written?.duration ?? null,
    resolution: written?.resolution ?? null,
    thumbnail: kind === 'video' ? await thumbnailOfFilm(file).catch(() => null) : null,
  }
}

async function rewritten(recorded: Blob, kind: 'video' | 'audio') {
  if (recorded.size > MOST || !recorded.type.includes('webm')) return null
  try {
    const { BlobSource, BufferTarget, Conversion, Input, Output, WEBM, WebMOutputFormat } = await library()
    const input = new Input({ source: new BlobSource(recorded), formats: [WEBM] })
    const target = new BufferTarget()
    const output = new Output({ format: new WebMOutputFormat(), target })
    const conversion = await Conversion.init({ input, output, showWarnings: false })
    if (!conversion.isValid) return null
    await conversion.execute()
    if (!target.buffer) return null
    const picture = await input.getPrimaryVideoTrack()
    return {
      file: new Blob([target.buffer], { type: `${kind}/webm` }),
      duration: await input.computeDuration(),
      resolution: picture ? `${picture.displayWidth}x${picture.displayHeight}` : null,
    }
  } catch {
    // What cannot be read to its end is kept as it was recorded: players do what they can.
    return null
  }
}

/** Pixels across. */
const WIDTH = 320

/** A small picture of what is drawn, as a `data:` address. */
export function thumbnailOf(source: CanvasImageSource, width: number, height: number): string | null {
  if (width === 0 || height === 0) return null
  const canvas = document.createElement('canvas')
  const scale = Math.min(1, WIDTH / width)
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  canvas.getContext('2d')!.drawImage(source, 0, 0, canvas.width, canvas.height)
  for (const quality of [0.7, 0.4]) {
    const address = canvas.toDataURL('image/jpeg', quality)
    if (address.length <= 48_000) return address
  }
  return null
}

async function thumbnailOfFilm(film: Blob): Promise<string | null> {
  const video = document.createElement('video')
  const address = URL.createObjectURL(film)
  const event = (name: string) =>
    new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`no ${name}`)), 5_000)
      const over = (end: () => void) => () => {
        clearTimeout(late)
        end()
      }
      video.addEventListener(name, over(resolve), { once: true })
      video.addEventListener(
        'error',
        over(() => reject(new Error('not played'))),
        { once: true },
      )
    })
  try {
    video.muted = true
    video.preload = 'auto'
    const isThere = event('loadeddata')
    video.src = address
    await isThere
    if (Number.isFinite(video.duration) && video.duration > 1) {
      const isSought = event('seeked')
      video.currentTime = Math.min(1, video.duration / 2)
      await isSought
    }
    return thumbnailOf(video, video.videoWidth, video.videoHeight)
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(address)
  }
}
