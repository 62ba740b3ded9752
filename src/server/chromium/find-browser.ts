import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { toOperator } from '@/server/operator'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { unpackBrowser } from './packed-browser'

/** Where systems keep a Chromium or Chrome, the most usual first. */
const KNOWN = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

export const OFF = () =>
  t('PDF and PNG are switched off on this server. The person who runs it can turn them on.')
export const NO_BROWSER = () =>
  toOperator(
    () =>
      t(
        'This server has no browser to draw pages with, so PDF and PNG are switched off. Install Chromium or Chrome, or set CHROME_PATH to its program.',
      ),
    OFF,
  )
export const WRONG_CHROME_PATH = () =>
  toOperator(
    () =>
      t(
        'CHROME_PATH names no program that can be started, so PDF and PNG are switched off. Correct it and start the server again.',
      ),
    OFF,
  )

const isProgram = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )

/**
 * The program that draws pages (rulings 8): the one of `CHROME_PATH`, one of the system, else the one in the package
 * `@sparticuz/chromium`, unpacked into the data folder. Throws `unavailable` in words that name the setting.
 */
export async function findBrowser(
  { chromePath, dataDir }: { chromePath: string | null; dataDir: string },
  known: readonly string[] = KNOWN,
): Promise<string> {
  if (chromePath !== null) {
    if (await isProgram(chromePath)) return chromePath
    throw new AppError('unavailable', WRONG_CHROME_PATH())
  }
  for (const path of known) if (await isProgram(path)) return path
  const packed = await unpackBrowser(join(dataDir, 'browser'))
  if (packed !== null) return packed
  throw new AppError('unavailable', NO_BROWSER())
}
