import { serveWork } from '@/server/workers/serve-work'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { CannotCut, openSound, type SoundPart } from '../cut-sound'
import { CHUNK_SECONDS, MOST_PARTS, NO_SOUND } from '../model'

/** Cuts what somebody sent into parts. Foreign files are taken apart in threads of their own. */
const jobs = {
  async cut({ bytes, seconds }: { bytes: Uint8Array<ArrayBuffer>; seconds: number }): Promise<SoundPart[]> {
    try {
      const sound = await openSound(new Blob([bytes]), seconds)
      // How long it is it says itself, and a few bytes can say a year.
      if (sound.parts > MOST_PARTS)
        throw new AppError('too-large', t('This recording is too large to be cut here.'))
      const parts: SoundPart[] = []
      for (let number = 0; number < sound.parts; number += 1) parts.push(await sound.part(number))
      sound.close()
      return parts
    } catch (error) {
      if (error instanceof CannotCut) throw new AppError('bad-input', NO_SOUND(), { cause: error })
      throw error
    }
  },

  /** Its seconds; null where it does not tell them. */
  async length({ bytes }: { bytes: Uint8Array<ArrayBuffer> }): Promise<number | null> {
    try {
      const sound = await openSound(new Blob([bytes]), CHUNK_SECONDS)
      sound.close()
      return sound.seconds
    } catch (error) {
      if (error instanceof CannotCut) return null
      throw error
    }
  },
}
export type CutWork = typeof jobs

serveWork(jobs)
