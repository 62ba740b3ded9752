import { gifPicture, pngPicture } from '@test/pictures'
import { answersBehindFirst } from '@test/pipelined'
import { onEachDatabase, refusalWords, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { slowRequest } from '@test/slow-request'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PICTURE_BYTES } from '@/features/accounts/picture'
import { avatarsRoutes } from './avatars.routes'

const NOTE = 'taken at 52.5200 N 13.4050 E'

onEachDatabase('pictures of oneself', (database) => {
  let server: TestServer
  let ada: TestPerson
  let eve: TestPerson

  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    ada = await server.signUp()
    eve = await server.signUp()
  })
  afterAll(() => server?.close())

  const upload = async (bytes: Uint8Array<ArrayBuffer>, cookie: string | undefined = ada.cookie) => {
    const headers = { origin: server.url, ...(cookie && { cookie }) }
    const answer = await fetch(`${server.url}/api/avatars`, { method: 'POST', headers, body: bytes })
    return {
      status: answer.status,
      body: (await answer.json()) as { profileImageUrl: string; error: string },
    }
  }
  const settings = (person: TestPerson) => server.rpc(person.cookie).user.getSettings.query()

  test('3.13 a picture that is uploaded stands wherever the person is shown, until they take it away', async () => {
    const drawn = (await settings(ada)).avatarUrl
    const { status, body } = await upload(new Uint8Array(pngPicture(512, 512, { eXIf: NOTE })))
    expect(status).toBe(201)
    const { profileImageUrl } = body
    expect(await settings(ada)).toMatchObject({ profileImageUrl, avatarUrl: profileImageUrl })
    const rpc = server.rpc(ada.cookie)
    expect((await rpc.layout.app.query()).currentUser).toMatchObject({ avatarUrl: profileImageUrl })
    expect((await rpc.user.users.query({})).items).toMatchObject([{ avatarUrl: profileImageUrl }])

    const given = await fetch(server.url + profileImageUrl)
    expect(given.headers.get('content-type')).toBe('image/png')
    expect(given.headers.get('content-security-policy')).toContain("default-src 'none'")
    // What a camera has noted in it is not given to anybody.
    expect(Buffer.from(await given.arrayBuffer())).toEqual(pngPicture(512, 512))

    // A form sends it along with the rest; a drawing that is chosen meanwhile waits behind it.
    await rpc.user.updateSettings.mutate({ profileImageUrl, name: 'Ada', avatarSeed: 'Wren' })
    expect(await settings(ada)).toMatchObject({ avatarUrl: profileImageUrl, avatarSeed: 'Wren' })

    const after = await rpc.user.updateSettings.mutate({ profileImageUrl: null })
    expect(after.profileImageUrl).toBeNull()
    expect(after.avatarUrl).toBe(drawn?.replace(/\/(?:\w+)\/([\w-]+\.svg)$/, '/Wren/$1'))
    expect((await fetch(server.url + profileImageUrl)).status).toBe(404)
  })

  test('R67 who does not take the pictures that they ask for gets no more of them', async () => {
    const path = (await upload(new Uint8Array(pngPicture(512, 512)))).body.profileImageUrl
    await server.rpc(ada.cookie).user.updateSettings.mutate({ profileImageUrl: path })
    expect((await (await fetch(server.url + path)).arrayBuffer()).byteLength).toBeGreaterThan(500)
    const answers = await answersBehindFirst([avatarsRoutes(server.services)], [path, path, path])
    expect(answers.at(-1)).toBe(429)
  })

  test('a visitor is refused before a picture is received, and one that is too large while it is', async () => {
    const headers = { origin: server.url, 'content-type': 'image/png' }
    const visitor = slowRequest(`${server.url}/api/avatars`, headers)
    expect(await visitor.status).toBe(401)
    visitor.request.destroy()
    const pieces = new ReadableStream({
      pull: (stream) => stream.enqueue(new Uint8Array(1024 ** 2)),
    })
    const init = { method: 'POST', headers: { ...headers, cookie: ada.cookie }, body: pieces, duplex: 'half' }
    const answer = await fetch(`${server.url}/api/avatars`, init as RequestInit)
    expect(answer.status).toBe(413)
    expect(await answer.json()).toEqual({ error: expect.stringContaining('5 MB') })
  })

  test('another picture has another address, and the one before is gone', async () => {
    const first = (await upload(new Uint8Array(pngPicture(8, 8)))).body.profileImageUrl
    const second = (await upload(new Uint8Array(pngPicture(9, 9)))).body.profileImageUrl
    expect(second).not.toBe(first)
    expect((await fetch(server.url + first)).status).toBe(404)
    expect((await fetch(server.url + second)).status).toBe(200)
  })

  test("nobody shows somebody else's picture, an address elsewhere, or one of a page", async () => {
    const { profileImageUrl } = (await upload(new Uint8Array(pngPicture(8, 8)))).body
    for (const wrong of [profileImageUrl, 'https://tracker.example/x.png', '/api/files/abc/x.png'])
      expect(
        await refusalWords(server.rpc(eve.cookie).user.updateSettings.mutate({ profileImageUrl: wrong })),
      ).toBe('Please upload the picture first.')
    expect((await settings(eve)).profileImageUrl).toBeNull()
  })

  test('R32 what is no still picture of at most 512 pixels is refused in words, and changes nothing', async () => {
    const before = (await settings(ada)).avatarUrl
    for (const [bytes, status, words] of [
      [
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
        400,
        'This is not a PNG, JPEG or WebP picture.',
      ],
      [Buffer.from('no picture'), 400, 'This is not a PNG, JPEG or WebP picture.'],
      [Buffer.alloc(0), 400, 'This is not a PNG, JPEG or WebP picture.'],
      [gifPicture(1), 400, 'This is not a PNG, JPEG or WebP picture.'],
      [
        pngPicture(1, 1, { acTL: '........' }),
        400,
        'Animated pictures cannot be used. Please choose a still picture.',
      ],
      [pngPicture(513, 1), 400, 'A profile picture has at most 512 × 512 pixels.'],
      [pngPicture(40_000, 1), 400, 'A profile picture has at most 512 × 512 pixels.'],
      [pngPicture(0, 1), 400, 'A profile picture has at most 512 × 512 pixels.'],
      [Buffer.alloc(PICTURE_BYTES + 1), 413, 'A profile picture may have at most 5 MB.'],
    ] as const) {
      const answer = await upload(new Uint8Array(bytes))
      expect(answer).toEqual({ status, body: { error: words } })
    }
    expect((await upload(new Uint8Array(pngPicture(8, 8)), '')).status).toBe(401)
    expect((await settings(ada)).avatarUrl).toBe(before)
  })

  test('R48 it goes with the account', async () => {
    const bob = await server.signUp()
    const { profileImageUrl } = (await upload(new Uint8Array(pngPicture(8, 8)), bob.cookie)).body
    await server.rpc(bob.cookie).user.deleteAccount.mutate({ email: bob.user.email })
    expect((await fetch(server.url + profileImageUrl)).status).toBe(404)
  })
})
