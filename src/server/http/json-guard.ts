import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'

/** Deeper than any input of ours: a page's blocks nest far less (R41). */
const DEEPEST_JSON = 200

/**
 * Checks the text of a JSON body before anything is made of it: not nested without end, and without a key that could
 * reach an object's prototype. Throws `AppError('bad-input')`. One pass, no recursion (R41).
 */
export function checkJsonText(text: string): void {
  if (nestingOf(text) > DEEPEST_JSON) {
    throw new AppError(
      'bad-input',
      t('The request is nested more than {deepestJson} levels deep.', { deepestJson: DEEPEST_JSON }),
    )
  }
  if (mayHoldPrototypeKey(text)) refusePrototypeKeys(text)
}

function nestingOf(text: string): number {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (inString) {
      if (code === BACKSLASH) index += 1
      else if (code === QUOTE) inString = false
    } else if (code === QUOTE) inString = true
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      depth += 1
      if (depth > deepest) deepest = depth
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth -= 1
  }
  return deepest
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** The word itself, or an escape that could spell a part of it. Text that only mentions it is looked at more closely. */
const mayHoldPrototypeKey = (text: string): boolean => /__proto__|\\u00(?:5f|6[0-9a-f]|7[0-4])/i.test(text)

function refusePrototypeKeys(text: string): void {
  let whole: unknown
  try {
    whole = JSON.parse(text)
  } catch (error) {
    throw new AppError('bad-input', t('The request is not valid JSON.'), { cause: error })
  }
  if (hasPrototypeKey(whole)) throw new AppError('bad-input', t('The request has a key that is not allowed.'))
}

/** Not by a reviver of `JSON.parse`: that takes ten times as long. */
function hasPrototypeKey(whole: unknown): boolean {
  const rest = [whole]
  while (rest.length > 0) {
    const value = rest.pop()
    if (typeof value !== 'object' || value === null) continue
    if (Object.hasOwn(value, '__proto__')) return true
    for (const one of Object.values(value)) if (typeof one === 'object' && one !== null) rest.push(one)
  }
  return false
}
