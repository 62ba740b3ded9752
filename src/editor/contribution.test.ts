import { BoundEditor } from '@test/bound-editor'
import { Extension } from '@tiptap/core'
import { expect, onTestFinished, test } from 'vitest'
import type { Contribution } from './contribution'

test('a feature brings keys and plugins of its own, which a higher priority puts before those of the editor', () => {
  const pressed: string[] = []
  const contribution: Contribution = {
    name: 'keys',
    extensions: () => [
      Extension.create({
        name: 'keysOfAFeature',
        priority: 2000,
        addKeyboardShortcuts: () => ({
          'Mod-j': () => pressed.push('mod+j') > 0,
          'Mod-d': () => pressed.push('mod+d') > 0,
        }),
      }),
    ],
  }
  const editor = BoundEditor.showing(
    [{ id: 'p', kind: 'paragraph', text: [{ text: 'one' }] }],
    [contribution],
  )
  onTestFinished(() => editor.close())
  editor.selectFrom('p', 1, 'p', 1)
  editor.press('Ctrl+j', 'Ctrl+d')
  expect(pressed).toEqual(['mod+j', 'mod+d'])
  expect(editor.shown()).toHaveLength(1)
})
