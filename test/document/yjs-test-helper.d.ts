/** What is used here of the helpers that Yjs ships for its own random tests, without types. */
declare module 'yjs/testHelper' {
  import type { PRNG } from 'lib0/prng'
  import type { Doc } from 'yjs'

  export class TestYInstance extends Doc {}

  /**
   * Five documents, connected and disconnected at random, are changed by `mods` in `iterations` steps. Throws when they, or the
   * merged updates of each, differ in content or structure afterwards.
   */
  export function applyRandomTests<T>(
    tc: { prng: PRNG },
    mods: ((doc: TestYInstance, gen: PRNG, testObject: T) => void)[],
    iterations: number,
    initTestObject: (doc: TestYInstance) => T,
  ): { users: TestYInstance[] }
}
