import { open, stat } from 'node:fs/promises'
import {
  Conversion,
  FilePathTarget,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'
import { boundedSource } from '@/features/files/server/media-input'

/** What is known of a recording once it has been read to its end. */
export interface Remuxed {
  /** Seconds. */
  duration: number
  /** Such as `1280x720`; null for sound alone. */
  resolution: string | null
}

/** The part of what was sent that must be in what is written; what is not is the end of what was cut off. */
const LEAST = 0.9

/** It cannot be read to its end, or not be written as what it is. */
export class CannotRemux extends Error {}

/**
 * Writes what a browser's recorder has made, which says neither how long it is nor where its parts are, into a file that says both. Its pictures
 * and its sound are copied as they are; what was cut off ends with the last of them that is whole. A file that wants to be read in larger parts than any recorder makes
 * is none. Throws {@link CannotRemux}.
 */
export async function remux(from: string, to: string): Promise<Remuxed> {
  await using file = await open(from)
  const input = new Input({ source: await boundedSource(file, () => undefined), formats: [WEBM, MP4] })
  try {
    const isWebm = (await input.getFormat()) === WEBM
    // Its index may follow its content: players ask for it by its place.
    const format = isWebm ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: false })
    const output = new Output({ format, target: new FilePathTarget(to) })
    const conversion = await Conversion.init({ input, output, showWarnings: false })
    if (!conversion.isValid || conversion.discardedTracks.length > 0) throw new CannotRemux()
    await conversion.execute()
    // A fault in the middle reads like the end: then the whole is worth more than what is before it.
    const [sent, written] = await Promise.all([stat(from), stat(to)])
    if (written.size < sent.size * LEAST) throw new CannotRemux()
    const picture = await input.getPrimaryVideoTrack()
    return {
      duration: await input.computeDuration(),
      resolution: picture ? `${picture.displayWidth}x${picture.displayHeight}` : null,
    }
  } catch (error) {
    throw error instanceof CannotRemux ? error : new CannotRemux('', { cause: error })
  } finally {
    input.dispose()
  }
}
