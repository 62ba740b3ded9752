import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Bounded, tokensOf } from './tokens'

// In a process of its own: grammars are read anew for each of these, and other tests share what they have imported.

/** Stops the work when it is about to make more regular expressions than that. */
const stoppedAfter =
  (most: number): Bounded =>
  (work) => {
    let made = 0
    const stopping = new Proxy(globalThis.RegExp, {
      construct(target, given: ConstructorParameters<typeof RegExp>) {
        if (made++ >= most) throw new Error('stopped')
        return new target(...given)
      },
    })
    vi.stubGlobal('RegExp', stopping)
    try {
      return work()
    } finally {
      vi.unstubAllGlobals()
    }
  }

describe('R34 a reading that is stopped leaves the grammars whole', () => {
  afterEach(() => void vi.resetModules())

  const embedded = '<style>a { color: red }</style><script>let x = 1</script><?php echo 1 ?>'
  it.each([
    ...['typescript', 'less', 'scss', 'ruby', 'latex', 'python', 'bash'].map((lang) => [
      lang,
      'let a = "b" # 1',
    ]),
    ...['html', 'php', 'markdown', 'http'].map((lang) => [lang, embedded]),
  ])('%s', async (lang, text) => {
    const whole = await tokensOf(text!, lang!)
    for (const most of [0, 1, 2, 5, 15, 40]) {
      vi.resetModules()
      const fresh = await import('./tokens')
      await fresh.tokensOf(text!, lang!, stoppedAfter(most)).catch(() => {})
      expect(await fresh.tokensOf(text!, lang!)).toEqual(whole)
    }
  })
})
