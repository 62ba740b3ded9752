import { type DateNames, dateNames } from '@/shared/formats-apart'
import { locale, t } from '@/shared/i18n'
import { addDays, daysBetween, isIsoDate, two } from './date-words'

/** A year that was not said is the one that brings the day closest. */
function closest(month: number, day: number, today: string): string | null {
  const year = Number(today.slice(0, 4))
  const found = [year - 1, year, year + 1]
    .map((candidate) => `${String(candidate).padStart(4, '0')}-${two(month)}-${two(day)}`)
    .filter(isIsoDate)
    .sort((a, b) => Math.abs(daysBetween(today, a)) - Math.abs(daysBetween(today, b)))
  return found[0] ?? null
}

/** As it is compared: in small letters, without the signs and the little words that stand between. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/’/g, "'")
    .replace(/[,،.]/g, ' ')
    .replace(/ de(?= )/g, '')
    .replace(/(\d)(?:st|nd|rd|th|er)\b/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()

/** Without spaces, which not everybody puts between a number and its sign (`3日後`). */
const together = (text: string): string => plain(text).replaceAll(' ', '')

/** What days are called in a language, as it is compared. */
interface DayWords extends DateNames {
  /** By how many days they are from today. */
  near: ReadonlyMap<string, number>
}

function dayWordsIn(tag: string, near: DayWords['near']): DayWords {
  const { weekdays, months, ...names } = dateNames(tag)
  return {
    ...names,
    near,
    weekdays: weekdays.map((forms) => forms.map(plain)),
    months: months.map((forms) => forms.map(plain)),
  }
}

const ENGLISH = new Map([
  ['today', 0],
  ['now', 0],
  ['tomorrow', 1],
  ['yesterday', -1],
])
const known = new Map<string, DayWords>()

/** The words of the language of the interface, and the English ones: what `@` offers by name is known by them. */
function dayWords(): DayWords[] {
  const tag = locale()
  const own = `${tag} ${t('Today')}`
  const found =
    known.get(own) ??
    dayWordsIn(
      tag,
      new Map([t('Yesterday'), t('Today'), t('Tomorrow')].map((word, at) => [plain(word), at - 1])),
    )
  const english = known.get('en') ?? dayWordsIn('en-US', ENGLISH)
  known.set(own, found).set('en', english)
  return [found, english]
}

/** Letters of a name; fewer could be anything. Signs of Chinese, Japanese and the like say more. */
const SHORTEST = 3

const isNameOf = (names: readonly string[], word: string): boolean =>
  names.includes(word) || (word.length >= SHORTEST && names.some((name) => name.startsWith(word)))

/** The day that its parts say; a year of two figures is none. */
function dayOf(month: number, day: number, year: string | undefined, today: string): string | null {
  if (month < 1) return null
  if (year === undefined) return closest(month, day, today)
  const iso = `${year}-${two(month)}-${two(day)}`
  return isIsoDate(iso) ? iso : null
}

/**
 * The day that somebody means who writes `tomorrow`, `friday` (the next one), `in 3 days`, `jan 5`, `5 january 2027`, `5.1.2027` or
 * `2026-01-05`, in the language of the interface or in English; `null` when it is none of these. `today` as `2026-11-21`.
 */
export function readDate(text: string, today: string): string | null {
  const given = text.trim()
  if (isIsoDate(given)) return given
  const figures = /^(\d{1,2})([./])(\d{1,2})(?:\2(\d{4})?)?$/.exec(given)
  const signs = /^(?:(\d{4})年)?(\d{1,2})月(\d{1,2})日?$/.exec(given)
  if (signs) return dayOf(Number(signs[2]), Number(signs[3]), signs[1], today)
  for (const words of dayWords()) {
    const found = figures ? figuresIn(figures, words, today) : wordsIn(plain(given), words, today)
    if (found) return found
  }
  return null
}

/**
 * May a day be meant that is not written to its end? `5 ` and `jan ` may go on with a month and a number, `in ` with a distance. In the
 * language of the interface or in English.
 */
export function beginsDate(text: string): boolean {
  const [first = ''] = plain(text).split(' ')
  if (/^\d{1,4}/.test(first) || first === 'next') return true
  return dayWords().some(
    ({ months, inDistance }) =>
      months.some((names) => isNameOf(names, first)) || plain(inDistance(2, 'day')).split(' ')[0] === first,
  )
}

/** A day with points begins with itself; one with slashes as the language has it. */
function figuresIn(figures: RegExpExecArray, { isMonthFirst }: DayWords, today: string): string | null {
  const [, first, sign, second, year] = figures
  const [month, day] = sign === '/' && isMonthFirst ? [first, second] : [second, first]
  return dayOf(Number(month), Number(day), year, today)
}

function wordsIn(
  words: string,
  { near, weekdays, months, inDistance }: DayWords,
  today: string,
): string | null {
  const offset = near.get(words)
  if (offset !== undefined) return addDays(today, offset)
  const count = Number(/\d{1,4}/.exec(words)?.[0] ?? Number.NaN)
  for (const [unit, days] of [
    ['day', 1],
    ['week', 7],
  ] as const)
    if (!Number.isNaN(count) && together(inDistance(count, unit)) === together(words))
      return addDays(today, count * days)
  const wanted = words.replace(/^next /, '')
  const weekday = weekdays.findIndex((names) => isNameOf(names, wanted))
  if (weekday >= 0) {
    const now = new Date(`${today}T00:00:00Z`).getUTCDay()
    return addDays(today, ((weekday - now + 6) % 7) + 1)
  }
  const parts = /^(?:(\p{L}\S*) (\d{1,2})|(\d{1,2}) (\p{L}\S*))(?: (\d{4}))?$/u.exec(words)
  if (!parts) return null
  const month = months.findIndex((names) => isNameOf(names, parts[1] ?? parts[4]!)) + 1
  return dayOf(month, Number(parts[2] ?? parts[3]), parts[5], today)
}
