import { describe, expect, test } from 'vitest'
import { looksLikeMarkdown } from './looks-like-markdown'

describe('plain text that is taken for Markdown when pasted', () => {
  test.each([
    ['a heading', '# Tides\n\nHigh at noon.'],
    ['a fence', 'Run this:\n\n```sh\nls\n```'],
    ['tasks', '- [ ] rope\n- [x] oil'],
    ['a list', '- rope\n- oil'],
    ['a numbered list', '1. rope\n2. oil'],
    ['a link', 'See [the tables](https://example.org).'],
    ['bold', 'This is **important**.'],
    ['a table', '| a | b |\n|---|---|\n| 1 | 2 |'],
    ['two weak signs', '> quoted\n\nand `code`.'],
  ])('%s is', (_name, text) => {
    expect(looksLikeMarkdown(text)).toBe(true)
  })

  test.each([
    ['plain words', 'High water is at noon.'],
    ['a sentence with a dash', 'Rope - 30 metres - and oil'],
    ['one line that starts with a dash', '- said the captain'],
    ['arithmetic', '2 * 3 * 4 = 24'],
    ['a price', '#1 of 10, only $5'],
    ['snake case', 'call high_water_mark and low_water_mark'],
    ['a file path', '/usr/share/tides/table_one.txt'],
    ['nothing', ''],
  ])('%s is not', (_name, text) => {
    expect(looksLikeMarkdown(text)).toBe(false)
  })
})
