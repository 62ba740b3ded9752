import type { Page } from '@playwright/test'
import { findTestBrowser } from '../scripts/chromium.ts'
import { type RealtimeProvider, startRealtimeProvider } from '../test/realtime-provider.ts'
import { test as base, expect } from './fixtures.ts'
import { call, paragraph, runInPalette, violations } from './screen.ts'
import { SheafServer } from './server.ts'

const KEY = 'sk-operator'

/** The service, whose voice is a page of its own. */
interface Service extends RealtimeProvider {
  voice: Page
}

const test = base.extend<{ service: Service }>({
  service: async ({ browser }, use) => {
    const context = await browser.newContext()
    const voice = await context.newPage()
    const provider = await startRealtimeProvider(KEY, (sdp) => answerWith(voice, sdp))
    // A page of an address of its own: on about:blank there is no WebRTC to have.
    await voice.route('**/*', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>The service</p>' }),
    )
    await voice.goto('http://127.0.0.1:9/')
    await use({ ...provider, voice })
    await provider.close()
    await context.close()
  },
  server: async ({ service }, use, info) => {
    const server = new SheafServer({ OPENAI_API_KEY: KEY, OPENAI_BASE_URL: service.url })
    await server.start()
    await use(server)
    if (info.status !== info.expectedStatus) await info.attach('server output', { body: server.output })
    await server.close()
  },
})

// A microphone that beeps, and that everybody may use; browsers of one machine without a network.
const launchOptions = {
  executablePath: findTestBrowser(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    '--autoplay-policy=no-user-gesture-required',
    '--allow-loopback-in-peer-connection',
    '--disable-features=WebRtcHideLocalIpsWithMdns',
  ],
}
test.use({ launchOptions })
base.use({ launchOptions })

interface ServiceWindow extends Window {
  channel?: RTCDataChannel
  connection?: RTCPeerConnection
  heard?: number
  told?: string[]
}

/** What the service answers to a session description: real WebRTC, with a voice of its own. */
function answerWith(voice: Page, sdp: string): Promise<string> {
  return voice.evaluate(async (offer) => {
    const service = window as ServiceWindow
    const connection = new RTCPeerConnection()
    service.connection = connection
    service.heard = 0
    connection.ontrack = () => {
      service.heard = (service.heard ?? 0) + 1
    }
    connection.ondatachannel = ({ channel }) => {
      service.channel = channel
    }
    await connection.setRemoteDescription({ type: 'offer', sdp: offer })
    const tone = new AudioContext().createMediaStreamDestination().stream
    for (const track of tone.getTracks()) connection.addTrack(track, tone)
    await connection.setLocalDescription()
    await new Promise<void>((resolve) => {
      const look = () => connection.iceGatheringState === 'complete' && resolve()
      connection.onicegatheringstatechange = look
      look()
    })
    return connection.localDescription?.sdp ?? ''
  }, sdp)
}

const says = ({ voice }: Service, ...events: object[]) =>
  voice.evaluate((all) => {
    for (const event of all) (window as ServiceWindow).channel?.send(JSON.stringify(event))
  }, events)

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Voice chat' })
const state = (page: Page) => dialog(page).getByRole('status', { name: 'Voice chat state' })
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
const open = (page: Page) => runInPalette(page, 'Voice chat', 'Voice chat')

test('3.22 4.19 2.43 somebody talks with a voice: connecting, listening, speaking, muted, and the last three things that were said', async ({
  page,
  signUp,
  service,
}) => {
  test.slow()
  await signUp(page)
  await open(page)
  await expect(state(page)).toHaveText('Disconnected')
  await dialog(page).getByRole('combobox', { name: 'Voice' }).click()
  await expect(page.getByRole('option')).toHaveText(['Alloy', 'Echo', 'Fable', 'Onyx', 'Shimmer'])
  await page.getByRole('option', { name: 'Fable' }).click()
  await press(page, 'Connect')
  await expect(state(page)).toHaveText('Ready')
  expect([...service.sessions.values()]).toMatchObject([{ audio: { output: { voice: 'fable' } } }])
  // The microphone arrives at the service.
  await expect.poll(() => service.voice.evaluate(() => (window as ServiceWindow).heard)).toBe(1)
  await says(service, { type: 'input_audio_buffer.speech_started' })
  await expect(state(page)).toHaveText('Listening')
  await says(
    service,
    { type: 'input_audio_buffer.speech_stopped' },
    { type: 'conversation.item.input_audio_transcription.completed', transcript: 'What is a sheaf?' },
    { type: 'response.created', response: { id: 'r1' } },
    { type: 'response.output_audio_transcript.delta', response_id: 'r1', delta: 'A bundle ' },
    { type: 'response.output_audio_transcript.delta', response_id: 'r1', delta: 'of stalks.' },
  )
  await expect(state(page)).toHaveText('Speaking')
  const said = dialog(page).getByRole('list', { name: 'What was said last' }).getByRole('listitem')
  await expect(said).toHaveText(['You: What is a sheaf?', 'Voice: A bundle of stalks.'])
  await says(
    service,
    { type: 'response.output_audio_transcript.done', response_id: 'r1', transcript: 'A bundle of stalks.' },
    { type: 'response.done', response: { id: 'r1' } },
    { type: 'conversation.item.input_audio_transcription.completed', transcript: 'Thanks.' },
    { type: 'error', error: { message: 'Something small' } },
  )
  await expect(state(page)).toHaveText('Ready')
  await expect(said).toHaveText([
    'Voice: A bundle of stalks.',
    'You: Thanks.',
    'Note: Voice chat error: Something small',
  ])
  expect(await violations(page)).toEqual([])
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/voice.png` })
  await press(page, 'Mute')
  await expect(state(page)).toHaveText('Muted')
  await press(page, 'Unmute')
  await expect(state(page)).toHaveText('Ready')
  await press(page, 'Disconnect')
  await expect(state(page)).toHaveText('Disconnected')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
})

test('3.22 4.19 what both said stands in the chats afterwards; what could not be kept is said, and kept when it is tried again', async ({
  page,
  signUp,
  service,
}) => {
  test.slow()
  await signUp(page)
  await open(page)
  await expect(dialog(page)).toContainText('What is said is kept in your chats.')
  await press(page, 'Connect')
  await expect(state(page)).toHaveText('Ready')
  const calls = '**/api/trpc/chat.keepTalk*'
  await page.route(calls, (route) => route.abort())
  await says(
    service,
    { type: 'input_audio_buffer.committed', item_id: 'i1' },
    { type: 'response.output_audio_transcript.delta', response_id: 'r1', delta: 'A bundle ' },
    {
      type: 'conversation.item.input_audio_transcription.completed',
      item_id: 'i1',
      transcript: 'What is a sheaf?',
    },
    { type: 'response.output_audio_transcript.done', response_id: 'r1', transcript: 'A bundle of stalks.' },
    { type: 'response.done', response: { id: 'r1' } },
  )
  const said = dialog(page).getByRole('list', { name: 'What was said last' }).getByRole('listitem')
  await expect(said).toHaveText(['You: What is a sheaf?', 'Voice: A bundle of stalks.'])
  await expect(dialog(page).getByRole('alert')).toContainText('What was said is not kept: ')
  expect(await violations(page)).toEqual([])
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/voice-not-kept.png` })
  await page.unroute(calls)
  await dialog(page).getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect(dialog(page).getByRole('alert')).toBeHidden()
  // It ends in the middle of an answer.
  await says(service, { type: 'response.output_audio_transcript.delta', response_id: 'r2', delta: 'It is' })
  await expect(said).toHaveText(['You: What is a sheaf?', 'Voice: A bundle of stalks.', 'Voice: It is'])
  await press(page, 'Disconnect')
  await dialog(page).getByRole('link', { name: 'Read it in the chat' }).click()
  await expect(dialog(page)).toBeHidden()
  const main = page.getByRole('main')
  await expect(main.getByRole('article', { name: 'Your message' })).toContainText('What is a sheaf?')
  await expect(main.getByRole('article', { name: 'Answer' })).toHaveCount(2)
  await expect(main.getByRole('article', { name: 'Answer' }).first()).toContainText('A bundle of stalks.')
  await expect(main.getByRole('article', { name: 'Answer' }).last()).toContainText('It is')
  await expect(main.getByRole('article', { name: 'Answer' }).last()).toContainText('Stopped.')
  await expect(page.getByRole('complementary', { name: 'Chats' })).toContainText('What is a sheaf?')
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/voice-in-chat.png` })
})

test('4.19 a voice looks into pages only where that is allowed, and what it calls is said', async ({
  page,
  signUp,
  service,
}) => {
  test.slow()
  await signUp(page)
  await call(page, 'document.create', { title: 'Zeppelin', contentRich: [paragraph('a', 'It is silver')] })
  await open(page)
  await dialog(page).getByRole('checkbox', { name: 'It may look into my pages' }).check()
  await press(page, 'Connect')
  await expect(state(page)).toHaveText('Ready')
  expect([...service.sessions.values()][0]?.tools).toHaveLength(3)
  await service.voice.evaluate(() => {
    const service = window as ServiceWindow
    service.told = []
    service.channel?.addEventListener('message', ({ data }) => service.told?.push(String(data)))
  })
  const output = [
    { type: 'function_call', call_id: 'c1', name: 'search_pages', arguments: '{"query":"silver"}' },
  ]
  await says(service, { type: 'response.done', response: { id: 'r1', output } })
  const said = dialog(page).getByRole('list', { name: 'What was said last' })
  await expect(said).toContainText('The voice searches your pages.')
  const told = () => service.voice.evaluate(() => (window as ServiceWindow).told ?? [])
  await expect.poll(async () => (await told()).length).toBe(2)
  expect((await told())[0]).toContain('Zeppelin')
  expect(JSON.parse((await told())[1]!)).toEqual({ type: 'response.create' })
  expect(await violations(page)).toEqual([])
})

test('8.14 what hinders a voice chat is said in words: no session, no connection, a line that is lost', async ({
  page,
  signUp,
  service,
}) => {
  test.slow()
  await signUp(page)
  await open(page)
  const alert = dialog(page).getByRole('alert')
  service.refuses('/realtime/client_secrets', 429)
  await press(page, 'Connect')
  await expect(alert).toContainText('Connection failed: Failed to create session (429)')
  service.refuses('/realtime/calls', 500)
  // Pressed again at once it does nothing; a moment later it tries again.
  await expect(async () => {
    await press(page, 'Connect')
    await expect(alert).toContainText('Failed to establish WebRTC connection: 5', { timeout: 3_000 })
  }).toPass()
  service.refuses(null)
  await expect(async () => {
    await press(page, 'Connect')
    await expect(state(page)).toHaveText('Ready', { timeout: 10_000 })
  }).toPass()
  await service.voice.evaluate(() => (window as ServiceWindow).connection?.close())
  await expect(alert).toHaveText('Connection failed: Connection lost')
  await expect(state(page)).toHaveText('Disconnected')
  await page.context().clearPermissions()
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('No', 'NotAllowedError'))
  })
  await expect(async () => {
    await press(page, 'Connect')
    await expect(alert).toHaveText('Microphone access denied. Please enable microphone permissions.', {
      timeout: 3_000,
    })
  }).toPass()
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(dialog(page)).toBeHidden()
})
