import { fetchAs } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { readPicture } from '@/shared/read-picture'
import { LONGEST_SIDE, PICTURE_BYTES, PICTURE_SIDE } from '../picture'

/** Why a file cannot become a profile picture, in words for the person. */
export class PictureProblem extends Error {}

/** A file as a picture that can be drawn; `close` lets go of it. Throws a {@link PictureProblem} before it is unpacked, where it can. */
export async function openPicture(file: File): Promise<{ url: string; close(): void }> {
  if (file.size > PICTURE_BYTES)
    throw new PictureProblem(t('This file is larger than 5 MB. Please choose a smaller picture.'))
  const facts = readPicture(new Uint8Array(await file.arrayBuffer()))
  if (facts?.isAnimated)
    throw new PictureProblem(t('Animated pictures cannot be used. Please choose a still picture.'))
  if (facts) checkSides(facts)
  const url = URL.createObjectURL(file)
  try {
    const image = await load(url)
    checkSides({ width: image.naturalWidth, height: image.naturalHeight })
    return { url, close: () => URL.revokeObjectURL(url) }
  } catch (error) {
    URL.revokeObjectURL(url)
    throw error
  }
}

function checkSides({ width, height }: { width: number; height: number }): void {
  if (Math.max(width, height) > LONGEST_SIDE)
    throw new PictureProblem(
      t(
        'This picture has {width} × {height} pixels, which is too many. Neither side may have more than {most}.',
        {
          width,
          height,
          most: LONGEST_SIDE,
        },
      ),
    )
}

async function load(url: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = url
  try {
    await image.decode()
    return image
  } catch (cause) {
    throw new PictureProblem(t('This file is not a picture that your browser can open.'), { cause })
  }
}

/** A square of the picture, in its own pixels. */
export interface Square {
  x: number
  y: number
  width: number
  height: number
}

/** The square as a small WebP (PNG where the browser writes none), drawn anew: nothing that the camera noted is in it. */
export async function drawSquare(url: string, { x, y, width, height }: Square): Promise<Blob> {
  const image = await load(url)
  const canvas = document.createElement('canvas')
  canvas.width = PICTURE_SIDE
  canvas.height = PICTURE_SIDE
  const context = canvas.getContext('2d')
  const blob = await new Promise<Blob | null>((resolve) => {
    if (!context) return resolve(null)
    // Initials stand under the picture: they would show through.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, PICTURE_SIDE, PICTURE_SIDE)
    context.imageSmoothingQuality = 'high'
    context.drawImage(image, x, y, width, height, 0, 0, PICTURE_SIDE, PICTURE_SIDE)
    canvas.toBlob(resolve, 'image/webp', 0.9)
  })
  if (!blob) throw new PictureProblem(t('Your browser could not draw this picture.'))
  return blob
}

/** Sends it as the person's own picture. Throws a {@link PictureProblem} with the server's words. */
export async function sendPicture(picture: Blob): Promise<void> {
  const failed = t('Failed to upload your picture')
  const answer = await fetchAs('/api/avatars', { method: 'POST', body: picture }).catch((cause: unknown) => {
    throw new PictureProblem(t('{failed}: the server cannot be reached.', { failed }), { cause })
  })
  if (answer.ok) return
  const said = (await answer.json().catch(() => null)) as { error?: unknown } | null
  throw new PictureProblem(typeof said?.error === 'string' ? said.error : failed)
}
