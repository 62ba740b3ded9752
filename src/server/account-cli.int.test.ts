import { temporaryFolder } from '@test/collab'
import { makeProgram, type Program } from '@test/program'
import { onEachDatabase } from '@test/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '@/server/config'
import { createLog } from '@/server/log'
import { startServer } from '@/server/server'

onEachDatabase('npm run account', (place) => {
  let program: Program
  beforeAll(async () => {
    program = await makeProgram('src/server/account-cli.ts')
  })
  afterAll(() => program?.remove())

  test('3.13 the plan of an account is told and set beside a running server, and everything else is refused in words', async () => {
    const folder = temporaryFolder()
    const env = { DATA_DIR: folder.path, ...place.env }
    const run = async (...args: string[]) => {
      const running = program.run(args, env)
      return [await running.ended, running.output().trim()]
    }
    const server = await startServer(readConfig({ PORT: '0', ...env }), { log: createLog('silent') })
    const { db } = server.services
    const now = new Date().toISOString()
    try {
      await db
        .insertInto('user')
        .values({
          id: 'ada',
          name: 'Ada',
          email: 'ada@example.org',
          emailVerified: 1,
          createdAt: now,
          updatedAt: now,
        } as never)
        .execute()
      expect(await run('Ada@example.org')).toEqual([0, 'Ada@example.org: free'])
      expect(await run('ada@example.org', 'premium')).toEqual([0, 'ada@example.org: premium'])
      const plan = await db.selectFrom('user').select('accountType').execute()
      expect(plan).toEqual([{ accountType: 'premium' }])
      await db.updateTable('user').set({ twoFactorEnabled: 1 }).execute()
      expect(await run('ada@example.org', '--no-second-factor')).toEqual([
        0,
        'ada@example.org signs in without a second factor now.',
      ])
      expect(await db.selectFrom('user').select('twoFactorEnabled').execute()).toEqual([
        { twoFactorEnabled: 0 },
      ])
      expect(await run('bea@example.org', 'free')).toEqual([1, 'No account has the address bea@example.org.'])
      const wrong = [[], ['ada'], ['ada@example.org', 'gold'], ['ada@example.org', 'free', 'now']]
      const usage = [1, 'Usage: npm run account -- EMAIL [free|premium|--no-second-factor]']
      expect(await Promise.all(wrong.map((words) => run(...words)))).toEqual(wrong.map(() => usage))
    } finally {
      await server.close()
      folder.remove()
    }
  })
})
