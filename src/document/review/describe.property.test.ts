import { type ActsWorld, randomAct } from '@test/document/random-acts'
import { randomOf } from '@test/document/random-of'
import { people } from '@test/document/test-people'
import { Reviewer } from '@test/document/test-reviewers'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { describe } from './describe'
import { Descriptions } from './descriptions'
import { suggestionsOf } from './suggestions'

const STORIES = Number(process.env.STORIES ?? 40)
const FIRST = Number(process.env.SEED ?? 1)

test('whatever is suggested, written, decided or stored by a hostile program: the kept descriptions are those made anew', () => {
  for (let seed = FIRST; seed < FIRST + STORIES; seed++) {
    const random = randomOf(seed)
    const world: ActsWorld = { random, seed, ids: 0, typed: new Set() }
    const page = Y.encodeStateAsUpdate(people(1)[0]!.doc)
    const [ann, ben] = [new Reviewer('ann', 7, page), new Reviewer('ben', 8, page)]
    const kept = new Descriptions(ann.index, ann.suggestions)
    const log: string[] = []
    for (let i = 0; i < 30; i++) {
      const person = random(3) ? ann : ben
      const act = () => log.push(`${person.name} ${randomAct({ index: person.index, undo: null }, world)}`)
      const chance = random(10)
      if (chance < 5) person.suggest(act, { again: random(2) === 0 })
      else if (chance < 7) person.write(act)
      else if (chance === 7) {
        const keys = [...suggestionsOf(person.doc).keys()].sort()
        const key = keys[random(keys.length)]
        if (key !== undefined) suggestionsOf(person.doc).delete(key)
      } else if (chance === 8) {
        const block = ['a', 'z', 't', 'r1', 'c2', 'r1:c1', 'nowhere', 'n1'][random(8)]
        const field = ['kind', 'at', 'into', 'deleted', 'span', 'x'][random(6)]
        const to = [null, true, 'table', 7, ['a', 'V'], ['r1:c1', 'V'], [], 'heading'][random(8)]
        suggestionsOf(person.doc).set(`eve ${random(3)} / ${block} ${field}`, {
          to: to ?? null,
          was: random(2),
        })
        suggestionsOf(person.doc).set(
          `eve ${random(3)} ${'+-'[random(2)]} ${1 + random(9)} ${random(40)}`,
          1 + random(9),
        )
      } else {
        const [from, to] = random(2) ? [ann, ben] : [ben, ann]
        to.receive(Y.encodeStateAsUpdate(from.doc))
      }
      if (random(3) === 0) continue
      const anew = ann.suggestions.sids
        .map((sid) => describe(ann.index, ann.suggestions, sid))
        .filter(({ changes }) => changes.length > 0)
      expect(kept.all, `seed ${seed}: ${log.slice(-4).join(', ')}`).toEqual(anew)
    }
    kept.close()
    for (const one of [ann, ben]) one.close()
  }
})
