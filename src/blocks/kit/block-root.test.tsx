import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { BlockGuard } from './block-root'

describe('what stands around a living block', () => {
  it('shows the block, and words with a way to try again in its place when it fails', () => {
    const guard = new BlockGuard({ children: 'the block' })
    expect(renderToStaticMarkup(guard.render())).toBe('the block')
    for (const thrown of [new TypeError('Invalid URL'), null, undefined]) {
      guard.state = BlockGuard.getDerivedStateFromError(thrown)
      const shown = renderToStaticMarkup(guard.render())
      expect(shown).toContain('This block could not be shown.')
      expect(shown).toMatch(/<button type="button"[^>]*>Try again<\/button>/)
      expect(shown).not.toContain('the block')
    }
  })

  it('tries again by itself once the block has changed, and only then', () => {
    const guard = new BlockGuard({ children: 'after' })
    let tries = 0
    guard.setState = () => void tries++
    const error = new Error('x')
    guard.state = { error }
    guard.componentDidUpdate({ children: 'before' }, { error: null })
    expect(tries, 'failed just now').toBe(0)
    guard.componentDidUpdate({ children: 'after' }, { error })
    expect(tries, 'nothing has changed').toBe(0)
    guard.componentDidUpdate({ children: 'before' }, { error })
    expect(tries).toBe(1)
  })
})
