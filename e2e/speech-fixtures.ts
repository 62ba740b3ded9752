import { type SpeechProvider, startSpeechProvider } from '../test/speech-provider.ts'
import { testOnKeptServer } from './fixtures.ts'

/** With a server that speaks and listens by a service on loopback. */
export const test = testOnKeptServer.extend<{ provider: SpeechProvider }, { keptSpeech: SpeechProvider }>({
  keptSpeech: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the destructuring to find dependencies
    async ({}, use) => {
      const provider = await startSpeechProvider()
      await use(provider)
      await provider.close()
    },
    { scope: 'worker' },
  ],
  provider: async ({ keptSpeech }, use) => {
    keptSpeech.forget()
    await use(keptSpeech)
  },
  serverEnv: async ({ provider }, use) => use({ OPENAI_BASE_URL: provider.url }),
})
