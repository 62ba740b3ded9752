import { useSyncExternalStore } from 'react'
import { createFormats, type FormatChoice, type Formats, LIKE_DEVICE, readChoice } from '@/shared/formats'
import { createStore } from '@/shared/store'

/** The last choice of this browser: dates are right before the server has said whose they are, and for visitors. */
const STORAGE_KEY = 'sheaf:formats'

function stored(): FormatChoice {
  try {
    return readChoice({ ...LIKE_DEVICE, ...JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') })
  } catch {
    // Storage can be forbidden, and what stands there can be anything.
    return LIKE_DEVICE
  }
}

const isSame = (a: FormatChoice, b: FormatChoice) =>
  (Object.keys(a) as (keyof FormatChoice)[]).every((name) => a[name] === b[name])

const choices = createStore(stored(), isSame)
const formats = createStore(createFormats(choices.get()))

/** Writes every moment on the screen so from now on, in this tab and the next ones. */
export function chooseFormats(choice: FormatChoice): void {
  if (isSame(choice, choices.get())) return
  choices.set(choice)
  formats.set(createFormats(choice))
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(choice))
  } catch {
    // The choice lasts as long as the tab, and comes with the account again.
  }
}

/** How moments are written on this screen; what uses it is drawn again when that changes. */
export const useFormats = (): Formats => useSyncExternalStore(formats.subscribe, formats.get)

/** What is chosen now. */
export const useFormatChoice = (): FormatChoice => useSyncExternalStore(choices.subscribe, choices.get)

/** Calls back when moments are written differently from now on; gives the way to stop. */
export const followFormats = formats.subscribe

/** How moments are written now, for words that are said once, such as a toast. */
export const formatsNow = (): Formats => formats.get()
