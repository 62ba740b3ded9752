import katex, { type KatexOptions, ParseError } from 'katex'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'

/** Characters of an equation that is set; a longer one is shown as its source. */
const LONGEST = 5000
/**
 * Times that a macro is replaced, and signs that come out of it in all: what expands for ever ends here. Arguments can be
 * doubled again and again without a sign being read, so that fewer are allowed where there are any.
 */
const MOST_EXPANSIONS = 300
const MOST_WITH_ARGUMENTS = 60
const MOST_SIGNS = 20_000
/** A short source is to be read for as many signs, and more for each of its own: a few macros can make a page of roots. */
const SIGNS_ANYWAY = 3_000
const SIGNS_FOR_EACH = 5
/** Characters of markup, of any source and more for each of its signs: what nobody writes by hand, nobody can read. */
const MARKUP_ANYWAY = 50_000
const MARKUP_FOR_EACH = 200
/** What an element is in markup, on average. */
const MARKUP_OF_ELEMENT = 75
/** The largest rule or space, in em. */
const LARGEST = 50

class TooMuch extends Error {}

/**
 * The macros of one equation. KaTeX looks a name up for every sign that it reads, so counting here bounds what macros can
 * make of a short source: its own limit counts replacements, however long.
 */
function boundedMacros(tex: string): NonNullable<KatexOptions['macros']> {
  let left = Math.min(MOST_SIGNS, SIGNS_ANYWAY + SIGNS_FOR_EACH * tex.length)
  return new Proxy(
    {},
    {
      getOwnPropertyDescriptor(target, name) {
        if (left-- <= 0) throw new TooMuch()
        return Reflect.getOwnPropertyDescriptor(target, name)
      },
    },
  )
}

/**
 * How equations are set. Nothing in them can name an address, a class or an attribute (`trust`), nor grow without end (R29,
 * R30, R34).
 */
const katexOptions = (tex: string, display: boolean): KatexOptions => ({
  displayMode: display,
  throwOnError: true,
  strict: 'ignore',
  trust: false,
  maxExpand: tex.includes('#') ? MOST_WITH_ARGUMENTS : MOST_EXPANSIONS,
  maxSize: LARGEST,
  macros: boundedMacros(tex),
})

/** Why an equation cannot be set, in words. */
function reason(error: unknown): string {
  if (error instanceof TooMuch || error instanceof RangeError) return TOO_COMPLEX()
  // KaTeX fails in ways of its own on some wrong input; the page around the equation must not.
  if (!(error instanceof ParseError)) return t('This equation cannot be shown.')
  const said = error.message.replace(/^KaTeX parse error:\s*/, '')
  if (/^Too many expansions/.test(said)) return TOO_COMPLEX()
  const unknown = /^Undefined control sequence: (\\\S+)/.exec(said)?.[1]
  if (unknown) return t('{replace} is not known here.', { replace: unknown.replace(/[\u0300-\u036f]/gu, '') })
  const stray = /^Expected 'EOF', got '([^']+)'/.exec(said)?.[1]
  if (stray) return t('“{stray}” does not belong here.', { stray })
  if (/Unexpected end of input|expected '}'|Expected '\\right'|or \\end/.test(said))
    return t('Something is not closed, or closed twice: check {what}.', { what: '{ } and \\begin … \\end' })
  return `${said.replace(/ at position \d+:[\s\S]*$|(?: at end of input:)[\s\S]*$/, '').replace(/\.$/, '')}.`
}

/** The most that an equation may come to, as markup. */
export const mostMarkup = (tex: string): number => MARKUP_ANYWAY + MARKUP_FOR_EACH * tex.length

/** What came of an equation, as characters of markup. */
const markupOf = (made: string | Element): number =>
  typeof made === 'string' ? made.length : made.getElementsByTagName('*').length * MARKUP_OF_ELEMENT

const TOO_COMPLEX = () => t('This equation grows without end or is too complex to show.')

/**
 * Runs KaTeX on an equation. Answers what came of it, or the reason, in words, why nothing did: no TeX throws, however
 * wrong, long or hostile.
 */
export function typeset<Result extends string | Element>(
  tex: string,
  display: boolean,
  make: (tex: string, options: KatexOptions) => Result,
): { result: Result } | { error: string } {
  if (tex.length > LONGEST)
    return {
      error: t('This equation is too long to show (more than {longest} characters).', {
        longest: inFigures(LONGEST),
      }),
    }
  try {
    const result = make(tex, katexOptions(tex, display))
    if (markupOf(result) > mostMarkup(tex)) throw new TooMuch()
    return { result }
  } catch (error) {
    return { error: reason(error) }
  }
}

export { katex }
