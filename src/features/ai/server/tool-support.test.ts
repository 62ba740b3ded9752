import { expect, test } from 'vitest'
import { readConfig } from '@/server/config'
import type { SignedInContext } from '@/server/context'
import { chooseModel } from './choose-model.ts'
import { noteNoTools, takesTools } from './tool-support.ts'

const { signal } = new AbortController()

/** Stands for the database of a server, and answers nothing. */
function emptyDb(): SignedInContext['db'] {
  const executor = { adapter: {} }
  return { getExecutor: () => executor } as SignedInContext['db']
}
const ours = emptyDb()

/** Somebody asks a model; nothing of it is sent, for it is known whether it takes tools. */
function asking(env: Record<string, string>, id: string, db = ours) {
  const config = readConfig(env) as SignedInContext['config']
  const ctx = {
    config,
    db,
    caller: { user: { id, email: '', name: '' }, sessionId: '', ip: '' },
  } as SignedInContext
  const chosen = chooseModel(config.ai, { model: `model-of-${JSON.stringify(env)}`, apiKey: 'x' })!
  return {
    note: (why: 'refused' | 'unreadable') => noteNoTools(ctx, chosen, why),
    takes: () => takesTools(ctx, chosen, signal),
  }
}

test('what a vendor’s model writes takes tools from nobody, and what it refuses from one person alone', async () => {
  const [ada, bea] = [asking({}, 'ada'), asking({}, 'bea')]
  ada.note('unreadable')
  expect(await ada.takes()).toBe(true)
  for (const id of ['ada', 'eve', 'joe', 'kim']) asking({}, id).note('refused')
  expect(await ada.takes()).toBe(false)
  expect(await bea.takes()).toBe(true)
})

test('a model of the operator’s is taken for one without tools by everybody once several people have met it', async () => {
  // A trial is counted before it begins, and there is nothing here to count it in.
  const env = { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' }
  const isKnown = async (id: string) =>
    (await asking(env, id)
      .takes()
      .catch(() => 'tried')) === false
  asking(env, 'ada').note('unreadable')
  asking(env, 'ada').note('unreadable')
  expect([await isKnown('ada'), await isKnown('bea')]).toEqual([true, false])
  asking(env, 'bea').note('unreadable')
  expect(await isKnown('joe')).toBe(false)
  asking(env, 'eve').note('unreadable')
  expect(await isKnown('joe')).toBe(true)
})

test('what one server has met says nothing to another one in the same process', async () => {
  asking({}, 'ann').note('refused')
  expect(await asking({}, 'ann').takes()).toBe(false)
  expect(await asking({}, 'ann', emptyDb()).takes()).toBe(true)
})
