import { describe, expect, it } from 'vitest'
import { findSections } from './find-sections'

const sections = [
  { label: 'Profile', words: 'name, username, picture' },
  { label: 'Sécurité', words: 'sign out, sessions' },
  { label: 'Delete account', words: 'remove, sign out for ever' },
  { label: 'Sign', words: '' },
]
const found = (query: string) => findSections(sections, query).map(({ label }) => label)

describe('2.26 the settings are searched by word', () => {
  it('nothing typed is everything', () => {
    expect(found('  ')).toEqual(sections.map(({ label }) => label))
  })
  it('every word that is typed begins one of the section', () => {
    expect(found('user')).toEqual(['Profile'])
    expect(found('sign OUT')).toEqual(['Sécurité', 'Delete account'])
    expect(found('name picture')).toEqual(['Profile'])
    expect(found('icture')).toEqual([])
  })
  it('accents make no difference, and a label comes before words', () => {
    expect(found('securite')).toEqual(['Sécurité'])
    expect(found('sign')).toEqual(['Sign', 'Sécurité', 'Delete account'])
  })
})
