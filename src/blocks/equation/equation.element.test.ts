import { parseHTML } from 'linkedom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BlockFrame } from '../kit/block-program'
import run from './equation.element'

/** A browser's eye, which sees an element when it is told to. */
class Eye {
  static seen: Eye
  readonly watched = new Set<Element>()
  constructor(private readonly tell: (entries: { target: Element; isIntersecting: boolean }[]) => void) {
    Eye.seen = this
  }
  observe(element: Element) {
    this.watched.add(element)
  }
  unobserve(element: Element) {
    this.watched.delete(element)
  }
  see(target: Element, isIntersecting = true) {
    this.tell([{ target, isIntersecting }])
  }
}

const { document } = parseHTML('<!doctype html><html><body></body></html>')
const printing: (() => void)[] = []

beforeEach(() => {
  vi.stubGlobal('document', document)
  vi.stubGlobal('window', { addEventListener: (_: string, act: () => void) => printing.push(act) })
  vi.stubGlobal('IntersectionObserver', Eye)
})
afterEach(() => void vi.unstubAllGlobals())

function equation(texExpression: string) {
  const dom = document.createElement('div') as unknown as HTMLElement
  let tex = texExpression
  const frame = {
    dom,
    view: { editable: true },
    node: () => ({ attrs: { texExpression: tex }, type: { name: 'equation' } }),
  } as unknown as BlockFrame
  const program = run(frame)
  const type = (next: string) => {
    tex = next
    program.update?.()
  }
  return { dom, program, type, isSet: () => dom.querySelector('.katex') !== null }
}

test('R34 equations are set when they come near, one by one, and all of them for paper', () => {
  const [near, far, gone] = [equation('x'), equation('y'), equation('z')]
  expect([near, far, gone].map(({ isSet }) => isSet())).toEqual([false, false, false])
  far.type('y^2')
  Eye.seen.see(far.dom, false)
  Eye.seen.see(near.dom)
  expect([near, far].map(({ isSet }) => isSet())).toEqual([true, false])
  near.type('\\frac{1}{2}')
  expect(near.dom.querySelector('mfrac')).not.toBeNull()
  gone.program.destroy?.()
  for (const act of printing) act()
  expect(far.dom.querySelector('msup')).not.toBeNull()
  expect(gone.isSet()).toBe(false)
  expect(Eye.seen.watched.size).toBe(0)
})
