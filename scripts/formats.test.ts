import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What is said to the person who runs the server, and a clock that nobody reads. */
const NOT_READ = /server\/doctor\/|notifications\/server\/quiet-hours/

test('dates and numbers are written by one module, so that they follow the person everywhere', () => {
  const writes =
    /\.toLocale(Date|Time)?String\(|new Intl\.(DateTimeFormat|NumberFormat|RelativeTimeFormat|ListFormat|DisplayNames|PluralRules)\b|\bIntl\.DateTimeFormat\(\)/
  const outside = globSync('src/**/*.{ts,tsx}').filter(
    (file) =>
      !/\.test\.tsx?$|shared\/formats(-apart)?\.ts$/.test(file) &&
      !NOT_READ.test(file) &&
      writes.test(readFileSync(file, 'utf8')),
  )
  expect(outside).toEqual([])
})
