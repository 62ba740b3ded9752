import { failureWords } from '@/app/rpc'
import { UPLOAD_FAILED } from '@/features/files/model'
import { newId } from '@/shared/ids'
import { openSource, type Quality, release, stillOf } from './capture'
import { tellSaved, titleOfRecording } from './recording-session'
import { sendFile } from './send-recording'
import { thumbnailOf } from './thumbnail'

/** The picture was taken, and could not be sent; the message says why. */
export class NotSent extends Error {
  /** Sends it once more. Rejects like `takeScreenshot`. */
  readonly again: () => Promise<void>
  constructor(cause: unknown, again: () => Promise<void>) {
    super(failureWords(cause, UPLOAD_FAILED()), { cause })
    this.again = again
  }
}

/** Puts a picture of the screen into the library: of the one that is shared already, else of one that the person chooses. */
export async function takeScreenshot(shared: MediaStream | null, quality: Quality): Promise<void> {
  const stream = shared ?? (await openSource('screen', quality))
  try {
    const { file, width, height } = await stillOf(stream)
    const picture = await createImageBitmap(file)
    const thumbnail = thumbnailOf(picture, width, height)
    const about = {
      id: newId(),
      type: 'screenshot',
      title: titleOfRecording('screenshot'),
      duration: 0,
      resolution: `${width}x${height}`,
      thumbnail,
      mimeType: 'image/png',
    } as const
    const send = async (): Promise<void> => {
      const recording = await sendFile(file, about).catch((cause: unknown) => {
        throw new NotSent(cause, send)
      })
      tellSaved(recording)
    }
    await send()
  } finally {
    if (shared === null) release(stream)
  }
}
