import { Math as MathBlock, type ParagraphChild, XmlComponent } from 'docx'
import { latexToMath } from 'docx/math'

const LONGEST_EQUATION = 5000
/** Pairs of columns that aligned lines can have. */
const MOST_PAIRS = 8

/** An equation on a line of its own. */
class EquationLine extends XmlComponent {
  constructor(children: readonly unknown[]) {
    super('m:oMathPara')
    this.root.push(...children)
  }
}

const ALIGNED = /\\begin\{(align|aligned|split)(\*?)\}((?:(?!\\begin\{|\\end\{)[\s\S])*)\\end\{\1\2\}/g

/**
 * Aligned lines as a table with columns to the right and to the left: Word's own alignment within lines is a sign in the
 * text, which LibreOffice shows.
 */
const withoutAlignmentSigns = (tex: string): string =>
  tex.replace(ALIGNED, (whole, _name, _star, lines: string) => {
    const signs = lines.split('\\\\').map((line) => line.match(/(?<!\\)&/g)?.length ?? 0)
    const pairs = Math.ceil((Math.max(...signs) + 1) / 2)
    return Math.max(...signs) > 0 && pairs <= MOST_PAIRS
      ? `\\begin{array}{${'rl'.repeat(pairs)}}${lines}\\end{array}`
      : whole
  })

/** Stands beside a relation as something that cannot be seen. */
const UNSEEN_SIDE = '\u2063'
/** What stands in equations only to be there: beside a relation, in an empty cell. */
export const UNSEEN = /[\u2063\u200b]/g
const RELATION = String.raw`(?:[=<>≤≥≠≈≡∼∈⊂⊆→⇒⇔]|\\(?:n?eq|[lg]eq?|ll|gg|approx|equiv|sim(?:eq)?|cong|propto|in|notin|subset(?:eq)?|to|mapsto|(?:left|right|Left|Right|leftright|Leftright)arrow|implies|iff)(?![a-zA-Z]))`
const FIRST = new RegExp(String.raw`(^|(?<!(?<!\\)\\)&|\\\\)(\s*)(?=${RELATION})`, 'g')
const LAST = new RegExp(String.raw`(${RELATION})(?=\s*(?:$|&|\\\\|\\end\{))`, 'g')

/** LibreOffice shows a sign of a fault beside a relation that has nothing on one side, as in aligned lines. */
const withSides = (tex: string): string =>
  tex.trim().replace(FIRST, `$1$2${UNSEEN_SIDE}`).replace(LAST, `$1${UNSEEN_SIDE}`)

/** A closing bracket that carries an exponent or an index. */
const CARRYING = /(?<!\\(?:right|[bB]igg?[lrm]?)\s*|(?<!\\)\\)[)\]](?=\s*[\^_])/g

/**
 * What stands in brackets carries an exponent as a whole. TeX gives it to the closing bracket alone, and LibreOffice shows a sign of a
 * fault for one that has lost its other half.
 */
function withWholeBases(tex: string): string {
  const carrying = new RegExp(CARRYING)
  let made = tex
  for (let found = carrying.exec(made); found; found = carrying.exec(made)) {
    const end = found.index
    const start = openingOf(made, end)
    if (start === null) continue
    const whole = `{\\left${made[start]}${made.slice(start + 1, end)}\\right${made[end]}}`
    made = made.slice(0, start) + whole + made.slice(end + 1)
    carrying.lastIndex = start + whole.length
  }
  return made
}

/** Where the bracket that closes at `end` opens; null where it does not in the same group, cell and line. */
function openingOf(tex: string, end: number): number | null {
  const [close, open] = tex[end] === ')' ? [')', '('] : [']', '[']
  // What is closed and not open yet, going backwards: brackets of this kind, groups, environments.
  let [brackets, braces, environments] = [1, 0, 0]
  for (let at = end - 1; at >= 0; at--) {
    if (isEscaped(tex, at)) continue
    const sign = tex[at]
    if (sign === '\\' && tex.startsWith('\\end{', at)) environments++
    else if (sign === '\\' && tex.startsWith('\\begin{', at)) environments--
    else if (sign === '}') braces++
    else if (sign === '{') braces--
    if (braces < 0 || environments < 0) return null
    if (braces > 0 || environments > 0) continue
    if (sign === '&' || (sign === '\\' && tex[at + 1] === '\\')) return null
    if (sign === close) brackets++
    else if (sign === open) brackets--
    if (brackets === 0) return SIZED.test(tex.slice(0, at)) ? null : at
  }
  return null
}

/** Such a bracket has its size, and its other half, from a command of its own. */
const SIZED = /\\(?:left|[bB]igg?[lrm]?)\s*$/

const isEscaped = (tex: string, at: number): boolean => {
  let signs = 0
  while (tex[at - 1 - signs] === '\\') signs++
  return signs % 2 === 1
}

/** The equation as Word's own; `null` where Word has no such thing, or it is none. */
export function wordEquation(tex: string): ParagraphChild | null {
  if (tex.length > LONGEST_EQUATION) return null
  try {
    return new MathBlock({
      children: [...latexToMath(withSides(withWholeBases(withoutAlignmentSigns(tex))))],
    })
  } catch {
    // A command that is not known, or a bracket that is not closed.
    return null
  }
}

/** An equation on a line of its own. A paragraph takes any element; its types name only those of the library. */
export const equationLine = (equation: ParagraphChild): ParagraphChild =>
  new EquationLine([equation]) as unknown as ParagraphChild
