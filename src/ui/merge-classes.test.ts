import { globSync, readFileSync } from 'node:fs'
import { twMerge } from 'tailwind-merge'
import { expect, test } from 'vitest'
import { mergeClasses } from './merge-classes'

/** Every utility that stands in the sources of the interface: a class that the library knows, and that sets something. */
function utilities(): string[] {
  const words = new Set<string>()
  for (const file of globSync('src/**/*.tsx')) {
    if (file.includes('.test.')) continue
    for (const [text] of readFileSync(file, 'utf8').matchAll(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g))
      for (const word of text.slice(1, -1).split(/\s+/)) words.add(withoutModifiers(word))
  }
  const known = [...words].filter(
    (word) => /^-?[a-z]/.test(word) && !/[{}<>;,]/.test(word) && twMerge(`${word} ${word}`) === word,
  )
  // `mt-2` stands for all of `mt-1`, `mt-2.5` …
  return [...new Map(known.map((word) => [word.replace(/\d[\d.]*/g, '#'), word])).values()]
}

/** Modifiers such as `hover:` are the library's affair; a colon in brackets belongs to a value. */
const withoutModifiers = (word: string): string => word.replace(/^(?:[^[\]:]|\[[^\]]*\])*:(?=[^\]]*$)/, '')

test('classes of the sources are merged as the library’s full list of utilities would', () => {
  const all = utilities()
  expect(all.length).toBeGreaterThan(150)
  const different: string[] = []
  for (const first of all) {
    for (const second of all) {
      const both = `${first} ${second}`
      if (mergeClasses(both) !== twMerge(both)) different.push(both)
    }
  }
  expect(different).toEqual([])
})
