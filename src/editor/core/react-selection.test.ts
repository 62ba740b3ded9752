import { parseHTML } from 'linkedom'
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { keepFromReact } from './react-selection'

afterEach(() => void vi.unstubAllGlobals())

/** How often React asks for the browser's selection in an update while the page's body has the focus. */
async function selectionsAsked(prepare: (body: HTMLElement) => void): Promise<number> {
  const { document, window } = parseHTML(
    '<html><body><div id="app"></div><div contenteditable="true"></div></body></html>',
  )
  const body = document.querySelector('[contenteditable]') as HTMLElement
  // As in a browser, which this DOM is not.
  Object.defineProperty(body, 'contentEditable', {
    configurable: true,
    get: () => body.getAttribute('contenteditable'),
  })
  let asked = 0
  const getSelection = () => {
    asked++
    return null
  }
  Object.defineProperty(document, 'activeElement', { value: body })
  Object.defineProperty(document, 'defaultView', {
    value: { document, getSelection, HTMLIFrameElement: window.HTMLIFrameElement },
  })
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', document)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  prepare(body)
  const root = createRoot(document.querySelector('#app') as HTMLElement)
  await act(() => root.render(createElement('p', null, 'one')))
  await act(() => root.render(createElement('p', null, 'two')))
  expect(document.querySelector('p')?.textContent).toBe('two')
  await act(() => root.unmount())
  return asked
}

test('React does not walk through the body that has the focus', async () => {
  expect(await selectionsAsked(() => undefined)).toBeGreaterThan(0)
  expect(await selectionsAsked(keepFromReact)).toBe(0)
})
