import { cpuTime } from '@test/cpu-time'
import { expect, test } from 'vitest'
import { usernameKey } from '@/shared/username-key'
import { Username } from './inputs'

test('R67 a username of two megabytes is refused before its letters are looked at', () => {
  const marks = `a${'\u0300\u0323'.repeat(500_000)}`
  const begun = cpuTime()
  const { error } = Username.safeParse(marks)
  expect(error?.issues.map(({ code }) => code)).toEqual(['too_big'])
  expect(usernameKey(marks).length).toBeLessThan(300)
  // Their order took three minutes.
  expect(cpuTime() - begun).toBeLessThan(1_000)
})
