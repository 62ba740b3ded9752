import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { DEFAULT_COVER } from '../model'
import {
  COVER_ERRORS,
  type Cover,
  colorCover,
  coverError,
  fileOfCover,
  iconCover,
  isTakenDirectly,
  linkCover,
  readCover,
  withoutFit,
} from './cover'
import { CoverPicture } from './cover-picture'
import { demoCovers } from './demo-covers'
import { cooldownWords, waitWords } from './gif-words'
import { FALLBACK_GRADIENT, gradientCss, gradients } from './gradients'

describe('the gradients', () => {
  it('3.3 there are about 70, each with a name and a look of its own', () => {
    expect(gradients.length).toBeGreaterThanOrEqual(68)
    expect(gradients.length).toBeLessThanOrEqual(80)
    expect(new Set(gradients.map(({ name }) => name)).size).toBe(gradients.length)
    expect(new Set(gradients.map(({ css }) => css)).size).toBe(gradients.length)
    for (const { name, group, css } of gradients) {
      expect(name).toMatch(/^[a-z]{3,20}$/)
      expect(group).not.toBe('')
      const colors = css.match(/#[0-9a-f]{6}/g)
      expect(colors?.length, name).toBeGreaterThanOrEqual(3)
      expect(css.replaceAll(/#[0-9a-f]{6}/g, ''), name).not.toMatch(/#|undefined/)
    }
  })

  it('3.4 each demo cover has a name, an icon and a summary of its own, and a cover that can be read', () => {
    expect(new Set(demoCovers.map(({ id }) => id)).size).toBe(demoCovers.length)
    for (const { id, title, icon, aiSummary, coverImage, coverFit, isVideo } of demoCovers) {
      expect(
        [title, icon, aiSummary].every((words) => words !== ''),
        id,
      ).toBe(true)
      expect(['cover', 'contain', 'fill', 'center', 'scale-down']).toContain(coverFit)
      const cover = readCover(coverImage)
      expect(cover, id).not.toBeNull()
      if (cover?.kind === 'background') expect(gradientCss(cover.background), id).not.toBeNull()
      expect(JSON.stringify(cover).includes('"video"'), id).toBe(isVideo)
    }
  })

  it('9.2 the one that is added is misty; 4.5 the one for errors is aurora', () => {
    expect([DEFAULT_COVER, FALLBACK_GRADIENT]).toEqual(['misty', 'aurora'])
    expect(gradientCss(DEFAULT_COVER)).not.toBeNull()
    expect(gradientCss(FALLBACK_GRADIENT)).not.toBeNull()
    expect(gradientCss('constructor')).toBeNull()
  })
})

describe('what a cover says', () => {
  it('3.3 a gradient name, an address, icon: and JSON, JSON with background, media and fit', () => {
    expect(readCover('misty')).toEqual({ kind: 'background', background: 'misty' })
    expect(readCover('https://example.org/a.png')).toMatchObject({ kind: 'media', type: 'image', fit: null })
    expect(readCover('/api/files/x/a.webm')).toMatchObject({ kind: 'media', type: 'video' })
    expect(
      readCover('icon:{"iconName":"rocket","bgColor":"blue","color":"#ff0000","iconFilled":true}'),
    ).toEqual({ kind: 'icon', name: 'rocket', color: '#ff0000', background: 'blue', filled: true })
    expect(readCover('icon:{"iconName":"rocket"}')).toMatchObject({ background: 'misty', filled: false })
    expect(readCover('{"background":"#102030"}')).toEqual({ kind: 'background', background: '#102030' })
    expect(
      readCover(
        '{"background":"blue","media":{"url":"https://example.org/a","type":"video"},"mediaFit":"contain"}',
      ),
    ).toEqual({
      kind: 'media',
      type: 'video',
      url: 'https://example.org/a',
      background: 'blue',
      fit: 'contain',
    })
  })

  it('5.7 sites of videos and sound become their players, anything else goes by its ending', () => {
    const video = readCover('https://www.youtube.com/watch?v=aqz-KE-bpKQ')
    expect(video).toMatchObject({ kind: 'embed', type: 'video', provider: 'YouTube' })
    expect(readCover('https://vimeo.com/76979871')).toMatchObject({ kind: 'embed', provider: 'Vimeo' })
    expect(readCover('https://soundcloud.com/a/b')).toMatchObject({ kind: 'embed', type: 'audio' })
    expect(readCover('https://example.org/a.mp3')).toMatchObject({ kind: 'media', type: 'audio' })
    expect(readCover('https://example.org/a.mp4?x=1')).toMatchObject({ kind: 'media', type: 'video' })
    // A player that is no picture and no sound is not put on a cover.
    expect(readCover('https://www.figma.com/file/abc/x')).toMatchObject({ kind: 'media' })
  })

  it('R30 nothing that could run, and nothing that is no cover, is one', () => {
    for (const value of [
      'javascript:alert(1)',
      'data:image/svg+xml,<svg/>',
      'vbscript:x',
      '//evil.example/a.png',
      '/\\evil.example',
      'https://you@evil.example/a.png',
      'relative/a.png',
      '',
      'icon:',
      'icon:{"iconName":"<b>"}',
      'icon:{"iconName":"a","bgColor":"url(//evil)"}',
      'icon:{"iconName":"a","color":"red;background:url(x)"}',
      'icon:[]',
      '{}',
      '{not json',
      '{"background":"url(javascript:alert(1))"}',
      '{"media":{"url":"javascript:alert(1)"}}',
      '{"media":{"url":"//evil.example/a.png"}}',
      '{"background":"misty","mediaFit":"expression(1)"}',
    ])
      expect(readCover(value), value).toBeNull()
  })

  it('5.4 video sites and video files are taken directly, all else is asked for', () => {
    for (const url of ['https://youtu.be/aqz-KE-bpKQ', 'https://a.org/a.mp4', 'https://a.org/b.MOV?x=1'])
      expect(isTakenDirectly(url), url).toBe(true)
    for (const url of ['https://a.org/a.png', 'https://a.org/', 'https://a.org/?a.mp4', 'ftp://a.org/a.mp4x'])
      expect(isTakenDirectly(url), url).toBe(false)
  })

  it('what is chosen is written so that it reads the same', () => {
    const icon = { name: 'rocket', color: 'blue', background: 'misty', filled: true }
    expect(readCover(iconCover(icon))).toEqual({ kind: 'icon', ...icon })
    expect(linkCover('https://a.org/a.png', 'image')).toBe('https://a.org/a.png')
    expect(linkCover('https://a.org/a', 'image')).toBe('https://a.org/a')
    expect(readCover(linkCover('https://a.org/a', 'video'))).toMatchObject({ type: 'video' })
    expect(readCover(colorCover('blue'))).toEqual({ kind: 'background', background: 'blue' })
    expect(withoutFit('{"media":{"url":"https://a.org/a"},"mediaFit":"fill"}')).toBe(
      '{"media":{"url":"https://a.org/a"}}',
    )
    expect(withoutFit('misty')).toBe('misty')
    expect(fileOfCover('/api/files/0123456789abcdefghij/a.png')).toBe('0123456789abcdefghij')
    expect(fileOfCover('https://a.org/api/files/0123456789abcdefghij/a.png')).toBeNull()
  })

  it('8.6 each kind that fails has its own sentence', () => {
    const error = (value: string) => coverError(readCover(value)!)
    expect(error('https://youtu.be/aqz-KE-bpKQ')).toBe(COVER_ERRORS.embed)
    expect(error('https://a.org/a.mov')).toBe(COVER_ERRORS.quickTime)
    expect(error('https://a.org/a.mp4')).toBe(COVER_ERRORS.video)
    expect(error('https://a.org/a.png')).toBe(COVER_ERRORS.image)
    expect(error('https://a.org/a.mp3')).toBe(COVER_ERRORS.audio)
  })
})

it('8.8 how long GIPHY is left in peace is said in words', () => {
  expect(cooldownWords(900)).toBe('Rate limit exceeded. Please wait 15 minutes before trying again.')
  expect(cooldownWords(30)).toBe('Rate limit exceeded. Please wait 1 minute before trying again.')
  expect(waitWords(30)).toContain('30 seconds')
})

describe('how a cover is drawn, without a DOM', () => {
  const draw = (value: string, props: object = {}) =>
    renderToStaticMarkup(
      <CoverPicture
        cover={readCover(value) as Cover}
        fit="cover"
        drawIcon={(name) => <svg data-icon={name} />}
        {...props}
      />,
    )

  it('5.4 a picture fits as the page says, or as the cover itself does', () => {
    expect(draw('https://a.org/a.png')).toContain('object-fit:cover')
    expect(draw('https://a.org/a.png', { fit: 'scale-down' })).toContain('object-fit:scale-down')
    expect(draw('https://a.org/a.png', { fit: 'center' })).toContain('object-fit:none')
    expect(draw('{"media":{"url":"https://a.org/a.png"},"mediaFit":"fill"}')).toContain('object-fit:fill')
    expect(draw('https://a.org/a.png', { gradient: 'misty' })).toContain(gradientCss('misty')!)
  })

  it('3.3 gradients, colours, icons, films, sound and players', () => {
    expect(draw('dusk-of-a-newer-program')).toContain(gradientCss('aurora')!)
    expect(draw('{"background":"blue"}')).toContain('var(--color-background-blue)')
    const icon = draw('icon:{"iconName":"rocket","color":"red","iconFilled":true}')
    expect(icon).toContain('data-icon="rocket"')
    expect(icon).toContain('data-filled')
    expect(icon).toContain('var(--color-text-red)')
    expect(draw('https://a.org/a.mp4')).toMatch(/<video[^>]* controls/)
    expect(draw('https://a.org/a.mp3')).toMatch(/<audio[^>]* controls/)
    const frame = draw('https://www.youtube.com/watch?v=aqz-KE-bpKQ')
    expect(frame).toContain('https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ')
    expect(frame).toContain('sandbox=')
  })
})
