import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { homesOf, ICON_LIST, namesFrom } from './module-lists.ts'

test('a module imports what stands in braces, under whatever name', () => {
  const code = `import { Rocket, House as Home } from 'lucide-react'\nimport { a } from 'b'`
  expect(namesFrom('lucide-react', code)).toEqual(['Rocket', 'House'])
})

test('the list of icons says in which file each of them stands', () => {
  const list = join('node_modules', ICON_LIST)
  const homes = homesOf(readFileSync(list, 'utf8'))
  for (const name of ['Rocket', 'House', 'Home']) {
    const home = homes.get(name)
    expect(home, name).toBeDefined()
    expect(existsSync(join(dirname(list), home!)), home).toBe(true)
  }
})

// It is found by its file: a browser would be given the other one.
test('names of characters are read without a page around them', async () => {
  const file = new URL('../node_modules/decode-named-character-reference/index.js', import.meta.url)
  const { decodeNamedCharacterReference: read } = await import(/* @vite-ignore */ file.href)
  expect(read('eacute')).toBe('é')
  expect(readFileSync(file, 'utf8')).not.toContain('document.')
})
