import type { DomElement, DomNode } from '@/blocks/kit/dom'
import { isElement } from '@/blocks/kit/dom'

/** Signs that TeX has a word for; all others stand for themselves. */
const SIGNS: Readonly<Record<string, string>> = {
  α: 'alpha',
  β: 'beta',
  γ: 'gamma',
  δ: 'delta',
  ε: 'varepsilon',
  ϵ: 'epsilon',
  ζ: 'zeta',
  η: 'eta',
  θ: 'theta',
  ϑ: 'vartheta',
  ι: 'iota',
  κ: 'kappa',
  λ: 'lambda',
  μ: 'mu',
  ν: 'nu',
  ξ: 'xi',
  π: 'pi',
  ϖ: 'varpi',
  ρ: 'rho',
  ϱ: 'varrho',
  σ: 'sigma',
  ς: 'varsigma',
  τ: 'tau',
  υ: 'upsilon',
  φ: 'varphi',
  ϕ: 'phi',
  χ: 'chi',
  ψ: 'psi',
  ω: 'omega',
  Γ: 'Gamma',
  Δ: 'Delta',
  Θ: 'Theta',
  Λ: 'Lambda',
  Ξ: 'Xi',
  Π: 'Pi',
  Σ: 'Sigma',
  Υ: 'Upsilon',
  Φ: 'Phi',
  Ψ: 'Psi',
  Ω: 'Omega',
  '∞': 'infty',
  '∂': 'partial',
  '∇': 'nabla',
  '∈': 'in',
  '∉': 'notin',
  '∋': 'ni',
  '⊂': 'subset',
  '⊃': 'supset',
  '⊆': 'subseteq',
  '⊇': 'supseteq',
  '∪': 'cup',
  '∩': 'cap',
  '∅': 'emptyset',
  '∀': 'forall',
  '∃': 'exists',
  '¬': 'neg',
  '∧': 'land',
  '∨': 'lor',
  '≤': 'le',
  '≥': 'ge',
  '≠': 'ne',
  '≈': 'approx',
  '≡': 'equiv',
  '∼': 'sim',
  '≅': 'cong',
  '∝': 'propto',
  '≪': 'll',
  '≫': 'gg',
  '±': 'pm',
  '∓': 'mp',
  '×': 'times',
  '÷': 'div',
  '⋅': 'cdot',
  '∘': 'circ',
  '∗': 'ast',
  '⊕': 'oplus',
  '⊗': 'otimes',
  '→': 'to',
  '←': 'leftarrow',
  '↔': 'leftrightarrow',
  '⇒': 'Rightarrow',
  '⇐': 'Leftarrow',
  '⇔': 'Leftrightarrow',
  '↦': 'mapsto',
  '↑': 'uparrow',
  '↓': 'downarrow',
  '…': 'ldots',
  '⋯': 'cdots',
  '⋮': 'vdots',
  '⋱': 'ddots',
  '∑': 'sum',
  '∏': 'prod',
  '∐': 'coprod',
  '∫': 'int',
  '∬': 'iint',
  '∭': 'iiint',
  '∮': 'oint',
  '⋃': 'bigcup',
  '⋂': 'bigcap',
  '⋁': 'bigvee',
  '⋀': 'bigwedge',
  '⨁': 'bigoplus',
  '⨂': 'bigotimes',
  ℝ: 'mathbb{R}',
  ℕ: 'mathbb{N}',
  ℤ: 'mathbb{Z}',
  ℚ: 'mathbb{Q}',
  ℂ: 'mathbb{C}',
  ℏ: 'hbar',
  ℓ: 'ell',
  ℜ: 'Re',
  ℑ: 'Im',
  ℵ: 'aleph',
  '∠': 'angle',
  '⊥': 'perp',
  '∥': 'parallel',
  '∣': 'mid',
  '⟨': 'langle',
  '⟩': 'rangle',
  '⌈': 'lceil',
  '⌉': 'rceil',
  '⌊': 'lfloor',
  '⌋': 'rfloor',
  '′': 'prime',
  '‖': 'Vert',
  '△': 'triangle',
  '∎': 'blacksquare',
}
const ESCAPED = /[#$%&_{}]/
const FUNCTIONS = new Set(
  'sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh log ln lg exp lim limsup liminf max min sup inf det gcd dim ker deg arg Pr hom'.split(
    ' ',
  ),
)
const ACCENTS: Readonly<Record<string, string>> = {
  '\u0300': 'grave',
  '\u0301': 'acute',
  '\u0302': 'hat',
  '\u0303': 'tilde',
  '\u0304': 'bar',
  '\u0305': 'overline',
  '\u0306': 'breve',
  '\u0307': 'dot',
  '\u0308': 'ddot',
  '\u030a': 'mathring',
  '\u030c': 'check',
  '\u20d7': 'vec',
  '\u20db': 'dddot',
  '\u20d6': 'overleftarrow',
}
const BRACKETS: Readonly<Record<string, string>> = { '{': '\\{', '}': '\\}', '': '.' }
/** Deeper than any equation that somebody wrote. */
const DEEPEST = 60

/** An equation of Word (OMML) as TeX; `null` for what this does not know or is nested too deeply, so that its words can be kept as text. */
export function texOfOmml(math: DomElement): string | null {
  try {
    return row(math, 0).trim()
  } catch (error) {
    if (error instanceof Unknown) return null
    throw error
  }
}

class Unknown extends Error {}

const nameOf = (element: DomElement): string => (element.nodeName.split(':').at(-1) ?? '').toLowerCase()

function* childrenOf(node: DomNode): Generator<DomElement> {
  for (let child = node.firstChild; child; child = child.nextSibling) if (isElement(child)) yield child
}

const child = (element: DomElement, name: string): DomElement | null => {
  for (const one of childrenOf(element)) if (nameOf(one) === name.toLowerCase()) return one
  return null
}

/** A value in the properties of a part, such as the sign of an operator; `undefined` when nothing is said. */
function property(element: DomElement, properties: string, name: string): string | undefined {
  const found = child(element, properties)
  const stated = found && child(found, name)
  if (!stated) return undefined
  return stated.getAttribute('m:val') ?? stated.getAttribute('w:val') ?? stated.getAttribute('val') ?? ''
}

const isOn = (value: string | undefined): boolean => value !== undefined && !/^(?:0|off|false)$/i.test(value)

const row = (element: DomElement, depth: number): string => {
  let tex = ''
  for (const one of childrenOf(element)) {
    const next = part(one, depth + 1)
    // `\alpha` and `x` are two words.
    tex += /\\[a-zA-Z]+$/.test(tex) && /^[a-zA-Z]/.test(next) ? ` ${next}` : next
  }
  return tex
}

const inside = (element: DomElement, name: string, depth: number): string => {
  const found = child(element, name)
  return found ? row(found, depth) : ''
}

const group = (tex: string): string => `{${tex}}`
/** One sign needs no braces around it. */
const script = (tex: string): string => (/^[a-zA-Z0-9]$/.test(tex) ? tex : group(tex))
const base = (tex: string): string => (/^(?:[^\\{}]|\\[a-zA-Z]+)$/u.test(tex) ? tex : group(tex))

function part(element: DomElement, depth: number): string {
  if (depth > DEEPEST) throw new Unknown()
  const name = nameOf(element)
  const e = () => inside(element, 'e', depth)
  switch (name) {
    case 'r':
      return run(element)
    case 'e':
    case 'num':
    case 'den':
    case 'omath':
    case 'box':
    case 'ins':
    case 'smarttag':
      return name === 'box' ? e() : row(element, depth)
    case 'f':
      return fraction(element, depth)
    case 'ssup':
      return `${base(e())}^${script(inside(element, 'sup', depth))}`
    case 'ssub':
      return `${base(e())}_${script(inside(element, 'sub', depth))}`
    case 'ssubsup':
      return `${base(e())}_${script(inside(element, 'sub', depth))}^${script(inside(element, 'sup', depth))}`
    case 'spre':
      return `{}_${script(inside(element, 'sub', depth))}^${script(inside(element, 'sup', depth))}${group(e())}`
    case 'rad': {
      const degree = isOn(property(element, 'radPr', 'degHide')) ? '' : inside(element, 'deg', depth)
      return degree ? `\\sqrt[${degree}]${group(e())}` : `\\sqrt${group(e())}`
    }
    case 'nary':
      return operator(element, depth)
    case 'd':
      return delimited(element, depth)
    case 'func': {
      const spoken = inside(element, 'fName', depth)
      return `${spoken}${/[a-zA-Z]$/.test(spoken) ? ' ' : ''}${group(e())}`
    }
    case 'limlow':
      return `${limited(e())}_${script(inside(element, 'lim', depth))}`
    case 'limupp':
      return `${limited(e())}^${script(inside(element, 'lim', depth))}`
    case 'acc':
      return `\\${ACCENTS[property(element, 'accPr', 'chr') ?? '\u0302'] ?? 'hat'}${group(e())}`
    case 'bar':
      return `\\${property(element, 'barPr', 'pos') === 'bot' ? 'underline' : 'overline'}${group(e())}`
    case 'groupchr':
      return `\\${property(element, 'groupChrPr', 'pos') === 'top' ? 'overbrace' : 'underbrace'}${group(e())}`
    case 'borderbox':
      return `\\boxed${group(e())}`
    case 'phant':
      return `\\phantom${group(e())}`
    case 'm':
      return matrix(element, depth)
    case 'eqarr':
      return lines(element, depth)
    default:
      // Properties say how it looks; anything else is not understood.
      if (/pr$/.test(name) || name.startsWith('bookmark') || name === 'prooferr') return ''
      throw new Unknown()
  }
}

function run(element: DomElement): string {
  const text = [...childrenOf(element)]
    .filter((one) => nameOf(one) === 't')
    .map((one) => one.textContent ?? '')
    .join('')
  const isPlain = property(element, 'rPr', 'nor') !== undefined
  if (isPlain && text.trim() !== '') return `\\text{${text.replace(/[\\{}$#%&_^~]/g, ' ')}}`
  const style = property(element, 'rPr', 'sty')
  const alphabet = property(element, 'rPr', 'scr')
  const tex = signs(text)
  if (alphabet === 'double-struck') return `\\mathbb${group(tex)}`
  if (alphabet === 'script') return `\\mathcal${group(tex)}`
  if (alphabet === 'fraktur') return `\\mathfrak${group(tex)}`
  if (style === 'b' || style === 'bi') return `\\mathbf${group(tex)}`
  if (style === 'p' && FUNCTIONS.has(text.trim())) return `\\${text.trim()}`
  if (style === 'p' && /^[a-zA-Z]{2,}$/.test(text)) return `\\mathrm${group(tex)}`
  return FUNCTIONS.has(text.trim()) && text.trim().length > 1 ? `\\${text.trim()}` : tex
}

function signs(text: string): string {
  let tex = ''
  for (const sign of text) {
    const named = SIGNS[sign]
    const next = named
      ? `\\${named}`
      : ESCAPED.test(sign)
        ? `\\${sign}`
        : sign === '\\'
          ? '\\backslash'
          : sign === '−'
            ? '-'
            : sign
    tex += /\\[a-zA-Z]+$/.test(tex) && /^[a-zA-Z]/.test(next) ? ` ${next}` : next
  }
  return tex
}

function fraction(element: DomElement, depth: number): string {
  const num = inside(element, 'num', depth)
  const den = inside(element, 'den', depth)
  const type = property(element, 'fPr', 'type')
  if (type === 'noBar') return `\\genfrac{}{}{0pt}{}${group(num)}${group(den)}`
  if (type === 'lin') return `${group(num)}/${group(den)}`
  return `\\frac${group(num)}${group(den)}`
}

function operator(element: DomElement, depth: number): string {
  const sign = property(element, 'naryPr', 'chr') ?? '∫'
  const sub = isOn(property(element, 'naryPr', 'subHide')) ? '' : inside(element, 'sub', depth)
  const sup = isOn(property(element, 'naryPr', 'supHide')) ? '' : inside(element, 'sup', depth)
  const word = signs(sign)
  return `${word}${sub && `_${script(sub)}`}${sup && `^${script(sup)}`}${group(inside(element, 'e', depth))}`
}

function delimited(element: DomElement, depth: number): string {
  const sign = (name: string, usual: string): string => {
    const given = property(element, 'dPr', name) ?? usual
    return BRACKETS[given] ?? signs(given)
  }
  const between = sign('sepChr', '|')
  const parts = [...childrenOf(element)].filter((one) => nameOf(one) === 'e').map((one) => row(one, depth))
  const [open, close] = [sign('begChr', '('), sign('endChr', ')')]
  const only = parts.length === 1 ? parts[0]! : ''
  const table = /^\\begin\{matrix\}([\s\S]*)\\end\{matrix\}$/.exec(only)?.[1]
  const named = { '()': 'pmatrix', '[]': 'bmatrix', '\\{\\}': 'Bmatrix', '||': 'vmatrix' }[open + close]
  if (table !== undefined && named) return `\\begin{${named}}${table}\\end{${named}}`
  const cases = /^\\begin\{(?:aligned|matrix)\}([\s\S]*)\\end\{(?:aligned|matrix)\}$/.exec(only)?.[1]
  if (cases !== undefined && open === '\\{' && close === '.') return `\\begin{cases}${cases}\\end{cases}`
  const space = (word: string) => (/\\[a-zA-Z]+$/.test(word) ? `${word} ` : word)
  return `\\left${space(open)}${parts.join(`\\middle${space(between)}`)}\\right${space(close)}`
}

/** What stands over a limit: a word such as `lim`, or anything. */
const limited = (tex: string): string => (/^\\[a-z]+$/.test(tex) ? tex : `\\underset{}${group(tex)}`)

function matrix(element: DomElement, depth: number): string {
  const rows = [...childrenOf(element)]
    .filter((one) => nameOf(one) === 'mr')
    .map((line) =>
      [...childrenOf(line)]
        .filter((one) => nameOf(one) === 'e')
        .map((cell) => row(cell, depth))
        .join('&'),
    )
  const sides = [...childrenOf(element)].flatMap((one) => (nameOf(one) === 'mpr' ? sidesIn(one) : []))
  const isAligned = sides.length > 1 && sides.every((side, at) => side === (at % 2 ? 'left' : 'right'))
  const name = isAligned ? 'aligned' : 'matrix'
  return `\\begin{${name}}${rows.join('\\\\')}\\end{${name}}`
}

/** To which side the columns of a table stand, each as often as it says. */
function sidesIn(properties: DomElement): string[] {
  const found: string[] = []
  const rest = [properties]
  for (let one = rest.pop(); one && found.length < 64; one = rest.pop()) {
    if (nameOf(one) === 'mcjc') found.push(one.getAttribute('m:val') ?? '')
    rest.push(...[...childrenOf(one)].reverse())
  }
  return found
}

function lines(element: DomElement, depth: number): string {
  const rows = [...childrenOf(element)]
    .filter((one) => nameOf(one) === 'e')
    .map((line) => row(line, depth).replaceAll('\\&', '&'))
  return `\\begin{aligned}${rows.join('\\\\')}\\end{aligned}`
}
