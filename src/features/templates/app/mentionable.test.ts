import { expect, it } from 'vitest'
import { mentionable } from './mentionable'

it('6.6 a visitor can mention five people, whose addresses say that they are samples', async () => {
  const people = await mentionable.findPeople!('')
  expect(people).toHaveLength(5)
  for (const { email } of people) expect(email).toMatch(/@sample\.example$/)
  expect((await mentionable.findPeople!('LUC')).map(({ name }) => name)).toEqual(['Lucía'])
})
