import { describe, expect, test } from 'vitest'
import { DEFAULT_PREFERENCES } from '../model'
import { decide, type Question } from './decide'
import { nextHour, outsideQuiet, quietUntil } from './quiet-hours'

const berlin = { quietHours: true, quietStart: '22:00', quietEnd: '07:00', timeZone: 'Europe/Berlin' }
const until = (now: string, quiet = berlin) => quietUntil(new Date(now), quiet)?.toISOString() ?? null

describe('R54 quiet hours', () => {
  test('over midnight, in the zone of the person', () => {
    expect(until('2026-01-15T20:59:59.000Z')).toBeNull()
    expect(until('2026-01-15T21:00:00.000Z')).toBe('2026-01-16T06:00:00.000Z')
    expect(until('2026-01-16T05:59:59.000Z')).toBe('2026-01-16T06:00:00.000Z')
    expect(until('2026-01-16T06:00:00.000Z')).toBeNull()
    // The same moments are day in Tokyo.
    expect(until('2026-01-15T23:30:00.000Z', { ...berlin, timeZone: 'Asia/Tokyo' })).toBeNull()
  })

  test('within one day, turned off, and with equal ends', () => {
    const noon = { ...berlin, quietStart: '12:00', quietEnd: '14:00' }
    expect(until('2026-07-01T10:30:00.000Z', noon)).toBe('2026-07-01T12:00:00.000Z')
    expect(until('2026-07-01T12:00:00.000Z', noon)).toBeNull()
    expect(until('2026-07-01T10:30:00.000Z', { ...noon, quietHours: false })).toBeNull()
    expect(until('2026-07-01T10:30:00.000Z', { ...noon, quietEnd: '12:00' })).toBeNull()
  })

  test('over both daylight-saving days, also where the hour of the end is missing or there twice', () => {
    expect(until('2026-03-28T22:30:00.000Z')).toBe('2026-03-29T05:00:00.000Z')
    expect(until('2026-10-24T21:30:00.000Z')).toBe('2026-10-25T06:00:00.000Z')
    const toTwo = { ...berlin, quietEnd: '02:00' }
    expect(until('2026-03-28T23:30:00.000Z', toTwo)).toBe('2026-03-29T01:00:00.000Z')
    expect(until('2026-10-24T22:30:00.000Z', toTwo)).toBe('2026-10-25T00:00:00.000Z')
  })

  test.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia'])(
    'in %s nothing that waits is sent inside, and it waits less than a day, at hours through a year',
    (timeZone) => {
      for (const [quietStart, quietEnd] of [
        ['22:00', '07:00'],
        ['23:00', '02:00'],
        ['01:00', '03:00'],
      ] as const) {
        const quiet = { ...berlin, quietStart, quietEnd, timeZone }
        const start = Date.parse('2026-01-01T00:10:00.000Z')
        for (let at = start; at < start + 366 * 86_400_000; at += 83 * 1_800_000) {
          const sent = outsideQuiet(new Date(at), quiet)
          expect(quietUntil(sent, quiet)).toBeNull()
          expect(sent.getTime() - at).toBeLessThan(86_400_000)
        }
      }
    },
  )

  test('the next hour is that of the zone', () => {
    expect(nextHour(new Date('2026-01-15T06:00:00.000Z'), 8, 'Europe/Berlin').toISOString()).toBe(
      '2026-01-15T07:00:00.000Z',
    )
  })
})

describe('what is told where', () => {
  const now = new Date('2026-01-15T12:10:00.000Z')
  const ask = (change: Partial<Question> = {}, preferences: Partial<Question['preferences']> = {}) =>
    decide({
      kind: 'DOCUMENT_COMMENTED',
      pageChoice: 'all',
      seesPage: true,
      isBlocked: false,
      hasDevices: true,
      now,
      ...change,
      preferences: { ...DEFAULT_PREFERENCES, timeZone: 'UTC', ...preferences },
    })
  const mailed = (preferences: Partial<Question['preferences']>) =>
    ask({}, preferences)?.mailAt?.toISOString() ?? null

  test('each preference turns off its own types, on every channel', () => {
    expect(ask({}, { documentComments: false })).toBeNull()
    expect(ask({}, { documentShared: false, mentions: false, friendRequests: false })).not.toBeNull()
    expect(ask({ kind: 'MENTION' }, { mentions: false })).toBeNull()
    for (const kind of ['FRIEND_REQUEST', 'FRIEND_ACCEPTED'] as const) {
      expect(ask({ kind, seesPage: false })).not.toBeNull()
      expect(ask({ kind, seesPage: false }, { friendRequests: false })).toBeNull()
    }
    for (const kind of ['DOCUMENT_SHARED', 'ACCESS_REQUESTED', 'ACCESS_ANSWERED'] as const)
      expect(ask({ kind }, { documentShared: false })).toBeNull()
  })

  test('a muted page says nothing, "only mentions" what names the person; that it was shared is always told', () => {
    expect(ask({ pageChoice: 'none' })).toBeNull()
    expect(ask({ kind: 'MENTION', pageChoice: 'none' })).toBeNull()
    expect(ask({ pageChoice: 'mentions' })).toBeNull()
    expect(ask({ kind: 'MENTION', pageChoice: 'mentions' })).not.toBeNull()
    expect(ask({ kind: 'DOCUMENT_SHARED', pageChoice: 'none' })).not.toBeNull()
  })

  test('nothing is told of a page that is not theirs to see, or by somebody they have blocked', () => {
    expect(ask({ seesPage: false })).toBeNull()
    expect(ask({ kind: 'MENTION', seesPage: false })).toBeNull()
    expect(ask({ kind: 'FRIEND_REQUEST', isBlocked: true })).toBeNull()
  })

  test('letters are due in seconds, at the next hour, or the next morning, and never in quiet hours', () => {
    expect(mailed({ emailEnabled: false })).toBeNull()
    expect(mailed({})).toBe('2026-01-15T12:10:10.000Z')
    expect(mailed({ frequency: 'hourly' })).toBe('2026-01-15T13:00:00.000Z')
    expect(mailed({ frequency: 'daily' })).toBe('2026-01-16T08:00:00.000Z')
    const quiet = { quietHours: true, quietStart: '12:00', quietEnd: '15:00' }
    expect(mailed(quiet)).toBe('2026-01-15T15:00:00.000Z')
    expect(mailed({ ...quiet, frequency: 'hourly' })).toBe('2026-01-15T15:00:00.000Z')
    expect(mailed({ ...quiet, quietEnd: '09:00', frequency: 'daily' })).toBe('2026-01-16T09:00:00.000Z')
  })

  test('pushes are for people who turned them on and have a device', () => {
    expect(ask()?.pushAt).toBeNull()
    expect(ask({ hasDevices: false }, { pushEnabled: true })?.pushAt).toBeNull()
    expect(ask({}, { pushEnabled: true })?.pushAt).toEqual(now)
  })
})
