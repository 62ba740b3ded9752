import { describe, expect, it } from 'vitest'
import { fontFaces } from './fonts'
import { FONTS } from './render-sheet'

const needs = { isItalic: false, hasCode: false, hasMath: false, look: 'default', emojiPath: null } as const
const familiesIn = (css: string) =>
  [...new Set([...css.matchAll(/font-family:\s*["']([^"']+)/g)].map(([, family]) => family))].sort()

describe('7.35 the faces that a page brings along', () => {
  it('Hangul has its own face, also on a page that is Japanese, where a Chinese one claims some of it', async () => {
    const css = await fontFaces(FONTS, { ...needs, text: '日本語のテキスト 한국어' })
    expect(familiesIn(css)).toEqual(['Inter Variable', 'Noto Sans JP Variable', 'Noto Sans KR Variable'])
  })

  it('are only those in whose characters it is written', async () => {
    expect(familiesIn(await fontFaces(FONTS, { ...needs, text: 'Plain words' }))).toEqual(['Inter Variable'])
    expect(familiesIn(await fontFaces(FONTS, { ...needs, text: '你好' }))).toEqual(['Noto Sans SC Variable'])
  })
})
