import { expect, test } from 'vitest'
import { createLog } from './log'

function logged(fields: object): string {
  const lines: string[] = []
  createLog('info', { write: (line) => lines.push(line) }).info(fields, 'something happened')
  return lines.join('')
}

test('values under secret names are removed at any depth', () => {
  const line = logged({
    password: 'hunter2',
    nested: {
      headers: { Authorization: 'hunter2', cookie: 'hunter2' },
      list: [{ apiKey: 'hunter2', code: 'hunter2' }],
    },
    openai_api_key: 'hunter2',
    sessionToken: 'hunter2',
    path: '/kept',
  })
  expect(line).not.toContain('hunter2')
  expect(line).toContain('/kept')
})

test('an error is logged with its cause, and without what else hangs on it', () => {
  const error = Object.assign(new Error('the query failed', { cause: new Error('the socket broke') }), {
    code: '23505',
    parameters: ['hunter2'],
    detail: 'Key (email)=(hunter2)',
  })
  const line = logged({ err: error })
  expect(line).toContain('the query failed')
  expect(line).toContain('the socket broke')
  expect(line).toContain('23505')
  expect(line).not.toContain('hunter2')
})

test('an object that holds itself does not stop the log', () => {
  const round: Record<string, unknown> = { name: 'kept' }
  round.self = round
  expect(logged({ round })).toContain('kept')
})
