import { text } from '@test/document/test-people'
import { Reviewer } from '@test/document/test-reviewers'
import { expect, test } from 'vitest'
import { ROOT } from '../format/layout'
import * as page from '../write/operations'
import { traceOf, wereAccepted } from './outcome'

test.each([
  ['short', 'x'],
  ['long', 'x'.repeat(5_000)],
])('a suggestion of nothing but a %s value is known to be accepted, and to be rejected', (_, value) => {
  for (const isAccepted of [true, false]) {
    const ann = new Reviewer('ann', 7)
    page.insertBlocks(ann.index, [{ id: 'b0', kind: 'paragraph', text: text('one') }], ROOT, null)
    ann.suggest(() => page.setAttributes(ann.index, 'b0', { data: { rows: [value], isWhole: true } }))
    const [sid] = ann.suggestions.sids
    const trace = traceOf(ann.suggestions, sid!)
    expect(JSON.stringify(trace).length).toBeLessThan(300)
    ann.decideAll(isAccepted)
    expect(wereAccepted(ann.doc, [trace])).toEqual([isAccepted])
    // Set to something else afterwards, it cannot be told from a rejected one.
    page.setAttributes(ann.index, 'b0', { data: null })
    expect(wereAccepted(ann.doc, [trace])).toEqual([false])
    ann.close()
  }
})
