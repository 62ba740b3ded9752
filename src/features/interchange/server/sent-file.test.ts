import { afterEach, expect, it } from 'vitest'
import { createUnderWay } from '@/server/under-way'
import { SentBody } from './sent-body'
import { MOST_SENT, type SentFile, whileSent } from './sent-file'

const OWN = 'Your other files are still being worked on. Please wait until they are done.'
const ALL = 'Too many files are being worked on right now. Please try again in a moment.'

const bodies: SentBody[] = []
afterEach(() => {
  for (const body of bodies.splice(0)) body.destroy()
})

function makers() {
  const underWay = createUnderWay()
  const begin = (id: string, kind: keyof typeof MOST_SENT, made: () => Promise<void> = async () => {}) =>
    whileSent({ underWay, caller: { user: { id } } as never }, kind, async (): Promise<SentFile> => {
      await made()
      const body = new SentBody()
      bodies.push(body)
      return { body, headers: {} }
    })
  return begin
}

it('a file counts among those of its person until its body is closed, and one too many is refused in words', async () => {
  const begin = makers()
  const [first] = await Promise.all([begin('ada', 'zip'), begin('ada', 'zip')])
  let wasMade = false
  const third = begin('ada', 'zip', async () => {
    wasMade = true
  })
  await expect(third).rejects.toMatchObject({ code: 'rate-limited', message: OWN })
  expect(wasMade).toBe(false)
  await Promise.all([begin('ada', 'page'), begin('bob', 'zip')])
  first.body.destroy()
  await expect.poll(() => begin('ada', 'zip').then(() => 'begun')).toBe('begun')
})

it('all people together have as many under way as the server can hold', async () => {
  const begin = makers()
  const { all } = MOST_SENT.zip
  await Promise.all(Array.from({ length: all }, (_, at) => begin(`person ${at}`, 'zip')))
  await expect(begin('one more', 'zip')).rejects.toMatchObject({ code: 'rate-limited', message: ALL })
})

it('what fails to be made, or is closed before anybody has it, makes room', async () => {
  const begin = makers()
  const broken = async () => {
    throw new Error('no such page')
  }
  for (let count = 0; count < 5; count++)
    await expect(begin('ada', 'zip', broken)).rejects.toThrow('no such page')
  await Promise.all([begin('ada', 'zip'), begin('ada', 'zip')])
})
