import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { blocksFromHtml } from '../html/read'
import { normalizeBlocks } from '../json'
import { blockKind } from '../kinds'
import type { Attributes } from '../kit/attributes'
import type { Block } from '../kit/block'
import { parseHtml } from '../kit/conformance'
import { blocksFromMarkdown, markdownFromBlocks } from '../markdown'
import { plainTextOf } from '../plain-text'
import { StaticBlocks } from '../static-blocks'
import { fittingWidth } from './attributes'
import { EMBED_SOURCES, embedOf, FRAME_SANDBOX } from './embeds'
import { blockOfAddress } from './media-html'
import { fileSize, kindOfFile, mediaUrl, typeOfUrl, webUrl } from './media-url'
import { NoMediaContext } from './no-media'

const block = (kind: string, attributes: Block['attributes']): Block => ({ id: 'b', kind, attributes })
const attributesOf = (given: Block): Attributes => normalizeBlocks([given])[0]!.attributes ?? {}
const fromHtml = (html: string) =>
  blocksFromHtml(html, parseHtml).map(({ kind, attributes = {}, text }) => ({
    kind,
    ...attributes,
    ...(text?.length ? { text: text.map((piece) => ('text' in piece ? piece.text : '')).join('') } : {}),
  }))
const toHtml = (blocks: Block[], noMedia = false) =>
  renderToStaticMarkup(
    <NoMediaContext value={noMedia}>
      <StaticBlocks blocks={blocks} />
    </NoMediaContext>,
  )

describe('what an address leads to', () => {
  it.each([
    ['https://www.youtube.com/watch?v=a', 'video'],
    ['https://youtu.be/a', 'video'],
    ['https://vimeo.com/1', 'video'],
    ['https://soundcloud.com/a/b', 'audio'],
    ['https://open.spotify.com/track/1', 'audio'],
    ['https://a.bc/d.MP4?x=1#t', 'video'],
    ['https://a.bc/d.mkv', 'video'],
    ['https://a.bc/d.flac', 'audio'],
    ['https://a.bc/d.avif', 'image'],
    ['data:image/png;base64,AAAA', 'image'],
    ['data:audio/mpeg;base64,AAAA', 'audio'],
    ['https://a.bc/d.pdf', null],
    ['https://notyoutube.com.evil.example/watch?v=a', null],
    ['https://a.bc/', null],
  ])('5.7 %s: %s', (url, type) => expect(typeOfUrl(url)).toBe(type))

  it.each([
    ['video/mp4', 'x.png', 'video'],
    ['audio/mpeg', 'x', 'audio'],
    ['image/webp', 'x', 'image'],
    ['', 'x.AIFF', 'audio'],
    ['application/octet-stream', 'x.mov', 'video'],
    ['application/pdf', 'x.png', 'file'],
    ['image/tiff', 'x.tiff', 'file'],
    ['image/heic', 'x.heic', 'file'],
    ['', 'x.tiff', 'file'],
    ['', 'README', 'file'],
  ] as const)('5.7 a file of type "%s" named %s: %s', (type, name, kind) =>
    expect(kindOfFile(type, name)).toBe(kind),
  )

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'blob:https://a.bc/1',
    'file:///etc/passwd',
    'mailto:a@b.c',
    'vbscript:x',
    'http://',
    'https://[x',
    'https://a:99999999/',
    '//[x',
    '',
  ])('R30 nothing is fetched from %s', (url) => {
    expect(mediaUrl(url)).toBeNull()
    for (const kind of ['image', 'video', 'audio', 'file', 'mediaEmbed']) {
      expect(attributesOf(block(kind, { url })).url).toBeUndefined()
    }
  })

  it.each([
    'not an address',
    'example.org',
    '/here',
    'ftp://a.bc/d',
    'https://',
    'https://you@evil.example',
    'https://u:p@a.bc',
  ])('5.8 "%s" is no web address', (url) => expect(webUrl(url)).toBeNull())

  it('9.12 sizes are B, KB, MB and GB with one decimal', () => {
    expect([0, 999, 1024, 1536, 5_242_880, 1024 ** 3 * 1.25, 1024 ** 4].map(fileSize)).toEqual([
      '0 B',
      '999 B',
      '1.0 KB',
      '1.5 KB',
      '5.0 MB',
      '1.3 GB',
      '1024.0 GB',
    ])
  })
})

describe('embeds', () => {
  it.each([
    [
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1m30s',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=90',
    ],
    ['https://youtu.be/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://m.youtube.com/shorts/abc_DEF-123', 'https://www.youtube-nocookie.com/embed/abc_DEF-123'],
    [
      'https://www.youtube.com/playlist?list=PL123',
      'https://www.youtube-nocookie.com/embed/videoseries?list=PL123',
    ],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?dnt=1'],
    ['https://vimeo.com/76979871/8272103f6e', 'https://player.vimeo.com/video/76979871?dnt=1&h=8272103f6e'],
    [
      'https://open.spotify.com/intl-de/track/11dFghVXANMlKmJXsNCbNl?si=1',
      'https://open.spotify.com/embed/track/11dFghVXANMlKmJXsNCbNl',
    ],
    [
      'https://soundcloud.com/artist/track?utm=1',
      'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fartist%2Ftrack',
    ],
    [
      'https://www.figma.com/design/AbC123/Name?node-id=1-2',
      'https://www.figma.com/embed?embed_host=sheaf&url=https%3A%2F%2Fwww.figma.com%2Fdesign%2FAbC123%2FName%3Fnode-id%3D1-2',
    ],
    ['https://codepen.io/ada/pen/xyzABC', 'https://codepen.io/ada/embed/xyzABC?default-tab=result'],
    [
      'https://www.loom.com/share/0281766fa2d04bb788eaf19e65135184',
      'https://www.loom.com/embed/0281766fa2d04bb788eaf19e65135184',
    ],
    ['https://docs.google.com/document/d/1aB-c/edit', 'https://docs.google.com/document/d/1aB-c/preview'],
    ['https://drive.google.com/file/d/1aB-c/view', 'https://drive.google.com/file/d/1aB-c/preview'],
    [
      'https://www.google.com/maps/place/Eiffel+Tower/@48.8584,2.2945,17z',
      'https://www.google.com/maps?q=Eiffel%20Tower&z=17&output=embed',
    ],
    ['https://miro.com/app/board/uXjVPq1=/', 'https://miro.com/app/live-embed/uXjVPq1%3D/'],
    ['https://x.com/jack/status/20000', 'https://platform.twitter.com/embed/Tweet.html?id=20000&dnt=true'],
  ])('3.20 %s is shown as %s', (url, src) => {
    expect(embedOf(url)?.src).toBe(src)
    expect(EMBED_SOURCES.some((source) => src!.startsWith(source))).toBe(true)
  })

  it.each([
    'https://evil.example/watch?v=dQw4w9WgXcQ',
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://evil.example/https://www.youtube.com/watch?v=a',
    'https://youtube.com@evil.example/watch?v=a',
    'https://www.youtube.com:8443/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/watch?v=%22%3E%3Cscript%3E',
    'https://www.youtube.com/redirect?q=https://evil.example',
    'https://www.google.com/search?q=x',
    'https://www.google.com/url?q=https://evil.example',
    'https://codepen.io/ada/../../evil',
    'https://w.soundcloud.com/player/?url=https://evil.example/x',
    'javascript:alert(1)//youtube.com/watch?v=a',
  ])('R29 %s is not embedded', (url) => expect(embedOf(url)).toBeNull())

  it('R31 every frame is of a listed host, over https, and shut off from the page', () => {
    for (const source of EMBED_SOURCES) expect(source).toMatch(/^https:\/\/[a-z.-]+\//)
    const html = toHtml([block('mediaEmbed', { url: 'https://youtu.be/dQw4w9WgXcQ' })])
    expect(html).toContain(`sandbox="${FRAME_SANDBOX}"`)
    expect(html).toContain('loading="lazy"')
    expect(html).toContain('referrerPolicy="strict-origin-when-cross-origin"')
    expect(FRAME_SANDBOX).not.toMatch(/top-navigation|modals|pointer-lock|downloads/)
  })

  it('R29 a host that is not allowed is a link, and nothing of it is loaded', () => {
    const html = toHtml([
      block('mediaEmbed', { url: 'https://evil.example/x?a="><script>alert(1)</script>' }),
    ])
    expect(html).not.toMatch(/<iframe|<script|<img/)
    expect(html).toContain('href="https://evil.example/x?a=')
  })

  it('5.7 an address alone becomes what it leads to, or nothing', () => {
    expect(blockOfAddress('https://youtu.be/dQw4w9WgXcQ')?.kind).toBe('mediaEmbed')
    expect(blockOfAddress('https://a.bc/d/photo%201.png')).toEqual({
      kind: 'image',
      attributes: { url: 'https://a.bc/d/photo%201.png', name: 'photo 1.png' },
    })
    expect(blockOfAddress('https://a.bc/song.mp3')?.kind).toBe('audio')
    expect(blockOfAddress('https://a.bc/clip.webm')?.kind).toBe('video')
    expect(blockOfAddress('https://a.bc/article')).toBeNull()
    expect(blockOfAddress('http://')).toBeNull()
  })

  it('9.8 an embed is 100 to 550 wide, a post of X 300 to 550', () => {
    expect([1, 320, 9999].map((width) => fittingWidth('mediaEmbed', width))).toEqual([100, 320, 550])
    const { widths } = embedOf('https://x.com/jack/status/20000')!
    expect([1, 320, 9999].map((width) => fittingWidth('mediaEmbed', width, widths))).toEqual([300, 320, 550])
  })
})

describe('media of other programs', () => {
  it('3.20 a figure is a picture with its caption', () => {
    expect(
      fromHtml(
        '<p>a</p><figure><a href="/x"><img src="https://a.bc/d.png" alt="A dog" width="300" height="200"></a><figcaption>My <b>dog</b></figcaption></figure><p>b</p>',
      ),
    ).toEqual([
      { kind: 'paragraph', text: 'a' },
      {
        kind: 'image',
        url: 'https://a.bc/d.png',
        alt: 'A dog',
        caption: 'My dog',
        link: '/x',
        width: 300,
        initialWidth: 300,
        initialHeight: 200,
      },
      { kind: 'paragraph', text: 'b' },
    ])
  })

  it('3.20 a picture in a sentence stands between its halves, and in a list under its item', () => {
    expect(fromHtml('<p>one <img src="https://a.bc/d.png"> two</p>')).toEqual([
      { kind: 'paragraph', text: 'one' },
      { kind: 'image', url: 'https://a.bc/d.png' },
      { kind: 'paragraph', text: 'two' },
    ])
    expect(fromHtml('<ul><li>item<img src="https://a.bc/d.png"></li></ul>')).toEqual([
      { kind: 'listItem', text: 'item' },
      { kind: 'image', url: 'https://a.bc/d.png', indent: 1 },
    ])
  })

  it('3.20 videos, sound and players come in as what they are', () => {
    expect(
      fromHtml(
        '<video width="320" height="180"><source src="https://a.bc/d.mp4">old browser</video><audio src="/x.mp3" title="Song"></audio><iframe src="//www.youtube.com/embed/dQw4w9WgXcQ" title="Never"></iframe>',
      ),
    ).toEqual([
      {
        kind: 'video',
        url: 'https://a.bc/d.mp4',
        name: 'd.mp4',
        width: 320,
        initialWidth: 320,
        initialHeight: 180,
      },
      { kind: 'audio', url: '/x.mp3', name: 'Song' },
      { kind: 'mediaEmbed', url: 'https://www.youtube.com/embed/dQw4w9WgXcQ', name: 'Never' },
    ])
  })

  it.each([
    '<img src="javascript:alert(1)">',
    '<img src="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+">',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<iframe src="javascript:alert(1)"></iframe>',
    '<iframe src="data:text/html,<script>alert(1)</script>"></iframe>',
    '<video src="javascript:alert(1)"></video>',
    '<embed src="https://evil.example/x.swf"><object data="https://evil.example/x.swf"></object>',
    '<svg onload="alert(1)"><image href="https://evil.example/x.png"/></svg>',
    '<figure data-kind="image" data-url="javascript:alert(1)"></figure>',
    '<figure data-kind="mediaEmbed" data-url="data:text/html,<script>alert(1)</script>"></figure>',
  ])('R29 nothing runs and nothing is fetched that %s says', (html) => {
    const made = toHtml(blocksFromHtml(html, parseHtml))
    expect(made).not.toMatch(/<iframe|<script|<svg|<object|<embed|\ssrc=|javascript:|srcdoc|data:text/)
  })

  it('R29 a frame in a frame is one card of the outer address', () => {
    const blocks = blocksFromHtml(
      '<iframe src="https://evil.example/a"><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe></iframe>',
      parseHtml,
    )
    expect(
      blocks.filter(({ kind }) => kind === 'mediaEmbed').map(({ attributes }) => attributes?.url),
    ).toEqual(['https://evil.example/a'])
    expect(toHtml(blocks)).not.toContain('<iframe')
  })

  it('R34 an absurd size is not taken', () => {
    const [image] = fromHtml('<img src="https://a.bc/d.png" width="1000000000" height="1e9">')
    expect(image).toEqual({ kind: 'image', url: 'https://a.bc/d.png' })
    expect(
      attributesOf(block('image', { width: 1e9, initialWidth: -5, size: -1, caption: 'x'.repeat(3000) })),
    ).toEqual({})
    expect(
      fromHtml('<figure data-kind="image" data-url="https://a.bc/d.png" data-width="1000000000"></figure>'),
    ).toEqual([{ kind: 'image', url: 'https://a.bc/d.png' }])
  })

  it('smileys are letters, and what only counts visitors is not there', () => {
    expect(fromHtml('<p>Hi <img class="emoji" alt="😀" src="https://a.bc/1f600.png">!</p>')).toEqual([
      { kind: 'paragraph', text: 'Hi 😀!' },
    ])
    expect(fromHtml('<p>Hi<img width="1" height="1" src="https://count.example/x"></p>')).toEqual([
      { kind: 'paragraph', text: 'Hi' },
    ])
  })
})

describe('media in Markdown', () => {
  const read = (text: string) =>
    blocksFromMarkdown(text).map(({ kind, attributes = {}, text: words }) => ({
      kind,
      ...attributes,
      ...(words?.length ? { text: words.map((piece) => ('text' in piece ? piece.text : '')).join('') } : {}),
    }))

  it('rulings 6 a picture is a picture, its title the caption', () => {
    const image = block('image', { url: 'https://a.bc/d.png', alt: 'A dog', caption: 'My dog' })
    expect(markdownFromBlocks([image])).toBe('![A dog](https://a.bc/d.png "My dog")\n')
    expect(read('![A dog](https://a.bc/d.png "My dog")')).toEqual([
      { kind: 'image', url: 'https://a.bc/d.png', alt: 'A dog', caption: 'My dog' },
    ])
  })

  it('rulings 6 a picture among words parts them; one in a list stands under its item', () => {
    expect(read('one ![x](/a.png) two\n\n- ![y](/b.png)\n- item\n  ![z](/c.png) more')).toEqual([
      { kind: 'paragraph', text: 'one' },
      { kind: 'image', url: '/a.png', alt: 'x' },
      { kind: 'paragraph', text: 'two' },
      { kind: 'listItem' },
      { kind: 'image', url: '/b.png', alt: 'y', indent: 1 },
      { kind: 'listItem', text: 'item' },
      { kind: 'image', url: '/c.png', alt: 'z', indent: 1 },
      { kind: 'paragraph', text: 'more', indent: 1 },
    ])
  })

  it('rulings 6 others read a link where we read a video, a file or an embed', () => {
    const text = markdownFromBlocks([
      block('video', { url: '/api/files/f/clip.mp4', name: 'clip.mp4', width: 300 }),
      { ...block('mediaEmbed', { url: 'https://youtu.be/dQw4w9WgXcQ' }), id: 'c' },
    ])
    expect(text).toContain('[clip.mp4](/api/files/f/clip.mp4)')
    expect(text).toContain('https://youtu.be/dQw4w9WgXcQ')
    expect(read(text).map(({ kind }) => kind)).toEqual(['video', 'mediaEmbed'])
  })

  it('R30 an address that is not allowed leaves the description', () => {
    expect(read('![words](javascript:alert(1))')).toEqual([{ kind: 'paragraph', text: 'words' }])
    expect(read('![words](data:image/svg+xml;base64,AA)')).toEqual([{ kind: 'paragraph', text: 'words' }])
  })
})

describe('media in a read-only page', () => {
  it('keeps the room of a picture before it is there', () => {
    const html = toHtml([
      block('image', { url: '/a.png', initialWidth: 1600, initialHeight: 900, width: 320, alt: 'A' }),
    ])
    expect(html).toContain('width="1600" height="900"')
    expect(html).toContain('aspect-ratio:1600 / 900')
    expect(html).toContain('style="width:320px"')
    expect(html).toContain('alt="A"')
  })

  it('2.13 disableMedia leaves all five kinds out', () => {
    const page = ['image', 'video', 'audio', 'file', 'mediaEmbed'].map((kind) => ({
      ...block(kind, { url: 'https://youtu.be/dQw4w9WgXcQ', caption: 'words' }),
      id: kind,
    }))
    expect(toHtml(page)).toContain('words')
    expect(toHtml(page, true)).toBe('')
  })

  it('3.18 a file is found by its name, description and caption', () => {
    const page = [block('image', { url: '/a.png', name: 'dog.png', alt: 'A dog', caption: 'Rex' })]
    expect(plainTextOf(page)).toBe('dog.png A dog Rex')
  })

  it('3.18 markers and the transcription are kept as they are', () => {
    const kept = {
      url: '/a.mp3',
      markers: [{ id: 'm', createdAt: '2026-01-05', timestamp: 3.25, note: 'here' }],
      transcription: { text: 'words' },
    }
    expect(attributesOf(block('audio', kept))).toEqual(kept)
    expect(attributesOf(block('audio', { markers: [{ id: 'm', timestamp: -1 }] }))).toEqual({})
  })

  it('9.3 /image, /video, /audio, /file and /embed insert them', () => {
    for (const kind of ['image', 'video', 'audio', 'file']) expect(blockKind(kind)!.insert[0]!.id).toBe(kind)
    expect(blockKind('mediaEmbed')!.insert[0]!.label).toBe('Embed')
  })
})
