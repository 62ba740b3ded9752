import { cpuTime } from '@test/cpu-time'
import { expect, test } from 'vitest'
import { checkJsonText } from './json-guard'

test('R41 a key that reaches a prototype is refused wherever it stands, and the word alone is not', () => {
  for (const text of [
    '{"__proto__":1}',
    '{"a":[1,{"b":{"\\u005f_proto__":{}}}]}',
    '[[[{"x":null,"__proto__":null}]]]',
  ])
    expect(() => checkJsonText(text), text).toThrow('a key that is not allowed')
  for (const text of ['["__proto__",1]', '{"a":"__proto__","b":{"proto":1}}', 'null', '"\\u005f"'])
    expect(() => checkJsonText(text), text).not.toThrow()
  expect(() => checkJsonText('["__proto__"')).toThrow('not valid JSON')
})

test('R67 a body of two megabytes is looked at as fast as it is read', () => {
  const text = `["__proto__",${'1,'.repeat(1_000_000)}1]`
  const used = (act: () => void) => {
    const begun = cpuTime()
    act()
    return cpuTime() - begun
  }
  const read = Math.max(
    20,
    used(() => JSON.parse(text)),
  )
  expect(used(() => checkJsonText(text))).toBeLessThan(12 * read)
})
