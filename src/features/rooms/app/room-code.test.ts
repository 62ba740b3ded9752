import { expect, test, vi } from 'vitest'
import { enteredCode, newRoomCode, readRoom, roomAddress, roomId } from './room-code'
import { forgetRooms, keepRoom, keptRoom } from './room-store'

const SECRET = 'abcdefghijklmnop-1234'

/** The storage of a browser; its keys come in the order of their names. */
function withStorage(): void {
  const kept = new Map<string, string>()
  vi.stubGlobal(
    'localStorage',
    new Proxy({} as Record<string, unknown>, {
      get: (_, name) =>
        ({
          getItem: (key: string) => kept.get(key) ?? null,
          setItem: (key: string, value: string) => kept.set(key, value),
          removeItem: (key: string) => kept.delete(key),
        })[String(name)],
      ownKeys: () => [...kept.keys()].sort(),
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  )
}

test('2.40 a room is entered by its code, by its id with the secret, or by its link', () => {
  withStorage()
  expect(readRoom('  demo-room-id ')).toEqual({ code: 'demo-room-id', secret: null })
  expect(readRoom(`abc#${SECRET}`)).toEqual({ code: 'abc', secret: SECRET })
  expect(readRoom(`https://x.org/editor?room=a%2Db&y=1#room-key=${SECRET}`)).toEqual({
    code: 'a-b',
    secret: SECRET,
  })
  expect(readRoom('https://x.org/editor?room=%E0%A4%A')).toEqual({ code: '%E0%A4%A', secret: null })

  const made = newRoomCode()
  expect(roomId(made)).toMatch(new RegExp(`^${made}#[\\w-]{21}$`))
  expect(roomId('demo-room-id')).toBe('demo-room-id')
  expect(enteredCode(`abc#${SECRET}`)).toBe('abc')
  expect(roomAddress('abc')).toBe(`?room=abc#room-key=${SECRET}`)
  vi.unstubAllGlobals()
})

test('2.40 of many rooms of a page this browser keeps those that were entered last', () => {
  withStorage()
  const codes = ['z', 'y', 'x', 'w', 'v', 'a', 'b']
  for (const code of codes) {
    keepRoom('editor', code, new Uint8Array([1]))
    forgetRooms('editor', code)
  }
  expect(codes.filter((code) => keptRoom('editor', code) !== null)).toEqual(['x', 'w', 'v', 'a', 'b'])
  // One that is entered again is the last one.
  forgetRooms('editor', 'x')
  keepRoom('editor', 'c', new Uint8Array([1]))
  forgetRooms('editor', 'c')
  expect(codes.filter((code) => keptRoom('editor', code) !== null)).toEqual(['x', 'v', 'a', 'b'])
  vi.unstubAllGlobals()
})
