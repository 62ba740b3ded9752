import { onEachDatabase, startTestServer, type TestServer } from '@test/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { prepared } from './prepared'

onEachDatabase('prepared statements', (database) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
  })
  afterAll(() => server.close())

  it('gets other values each time, in the order in which they are given, and is built once', async () => {
    const { db } = server.services
    const first = (await server.signUp()).user
    const second = (await server.signUp()).user
    let built = 0
    const find = prepared((from, email: string, id: string) => {
      built += 1
      return from.selectFrom('user').select('email').where('id', '=', id).where('email', '=', email)
    })
    expect(await find(db, first.email, first.id)).toEqual([{ email: first.email }])
    expect(await find(db, second.email, second.id)).toEqual([{ email: second.email }])
    expect(await find(db, second.email, first.id)).toEqual([])
    expect(built).toBe(1)
  })

  it('sees what its transaction has written', async () => {
    const { db } = server.services
    const person = (await server.signUp()).user
    const nameOf = prepared((from, id: string) => from.selectFrom('user').select('name').where('id', '=', id))
    await db.transaction().execute(async (trx) => {
      await trx.updateTable('user').set({ name: 'Changed' }).where('id', '=', person.id).execute()
      expect(await nameOf(trx, person.id)).toEqual([{ name: 'Changed' }])
    })
  })

  it('does not let a statement be built by the values of its first call', async () => {
    const { db } = server.services
    const wrong = prepared((from, id: string) =>
      from.selectFrom('user').select('name').where('id', '=', `${id}!`),
    )
    await expect(wrong(db, 'anybody')).rejects.toThrow('must not depend on its values')
  })
})
