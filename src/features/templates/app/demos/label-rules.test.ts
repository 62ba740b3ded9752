import { expect, test } from 'vitest'
import { labelFault, sampleLabels } from './label-rules'

test('5.9 a document has 1 to 10 labels', () => {
  expect(labelFault([])).toBe('Select at least one label')
  expect(labelFault(['Draft'])).toBeNull()
  expect(labelFault(sampleLabels().slice(0, 10))).toBeNull()
  expect(labelFault(sampleLabels().slice(0, 11))).toBe('Select up to 10 labels')
})
