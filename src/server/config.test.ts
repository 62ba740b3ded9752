import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config'

test('without any variable everything has its built-in default (rulings 8)', () => {
  const config = readConfig({})
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: null,
    databaseUrl: null,
    mail: { smtpUrl: null },
    authSecret: null,
    github: null,
    google: null,
    s3: null,
    quota: { person: 50 * 1024 ** 3, pod: 200 * 1024 ** 3 },
  })
  expect(config.dataDir).toMatch(/^\/.*\/data$/)
})

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', SMTP_URL: ' ', DATABASE_URL: '' })).toMatchObject({
    port: 3000,
    databaseUrl: null,
  })
})

test('every bad variable is named with what is expected, and no value is repeated', () => {
  const bad = {
    PORT: '70000',
    PUBLIC_URL: 'https://sheaf.example.org/inside',
    DATABASE_URL: 'mysql://root:hunter2@db/sheaf',
    AUTH_SECRET: 'hunter2',
    LOG_LEVEL: 'loud',
    SMTP_URL: 'http://mail',
  }
  const message = messageOf(() => readConfig(bad))
  for (const name of Object.keys(bad)) expect(message).toContain(`${name}: expected `)
  expect(message).toContain('PORT: expected a number from 0 to 65535')
  expect(message).toContain('DATABASE_URL: expected an address that starts with postgres://')
  expect(message).not.toContain('hunter2')
})

test('S11 a quota is a size with its unit', () => {
  const quotaOf = (QUOTA_PERSON: string) => readConfig({ QUOTA_PERSON }).quota.person
  expect([quotaOf('500MB'), quotaOf('1.5 tb'), quotaOf('0B'), quotaOf(' 12kb ')]).toEqual([
    500 * 1024 ** 2,
    1.5 * 1024 ** 4,
    0,
    12 * 1024,
  ])
  for (const bad of ['50', 'much', '-1GB', '1e9B', '5 PB', 'GB'])
    expect(messageOf(() => readConfig({ QUOTA_PERSON: bad }))).toContain(
      'QUOTA_PERSON: expected a size such as 500MB, 50GB or 2TB',
    )
})

test('half of a pair names the missing half', () => {
  expect(messageOf(() => readConfig({ GITHUB_CLIENT_ID: 'abc' }))).toContain(
    'GITHUB_CLIENT_SECRET: expected a value, because GITHUB_CLIENT_ID is set',
  )
})

test('PUBLIC_URL is kept as an origin', () => {
  expect(readConfig({ PUBLIC_URL: 'https://Sheaf.example.org/' }).publicUrl).toBe('https://sheaf.example.org')
})

function messageOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message
  }
  throw new Error('nothing was thrown')
}
