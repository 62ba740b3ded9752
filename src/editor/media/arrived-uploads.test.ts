import { describe, expect, it } from 'vitest'
import { type Arrived, arrivedFile, rememberArrived, settledMedia } from './arrived-uploads'

/** A storage as the browser's, in this process. */
function memory(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
    key: (at) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size
    },
  }
}

const sunset: Arrived = {
  url: '/api/files/f1/sunset.png',
  name: 'sunset.png',
  type: 'image/png',
  size: 2048,
  width: 640,
  height: 480,
}

describe('a file that arrived while its page was not open', () => {
  it('4.6 is known when the page is opened again, the latest 500 of them', () => {
    const storage = memory()
    expect(arrivedFile('a', storage)).toBeNull()
    rememberArrived('a', sunset, storage)
    expect(arrivedFile('a', storage)).toEqual(sunset)
    for (let at = 0; at < 499; at++) rememberArrived(`later${at}`, sunset, storage)
    expect(arrivedFile('a', storage)).toEqual(sunset)
    rememberArrived('one more', sunset, storage)
    expect(arrivedFile('a', storage)).toBeNull()
    expect(arrivedFile('one more', storage)).toEqual(sunset)
    expect(storage.key(0)).toMatch(/^sheaf:/)
  })

  it.each([
    '{',
    '{}',
    '[5]',
    '[["a"]]',
    '[["a", 5]]',
    '[["a", {"url": "javascript:alert(1)", "name": "", "type": "", "size": 1, "width": null, "height": null}]]',
  ])('R30 is not what a storage says that holds %s', (text) => {
    const storage = memory()
    rememberArrived('b', sunset, storage)
    storage.setItem(storage.key(0)!, text)
    expect(arrivedFile('a', storage)).toBeNull()
    rememberArrived('a', sunset, storage)
    expect(arrivedFile('a', storage)).toEqual(sunset)
  })
})

describe('a block whose file has arrived', () => {
  it('4.6 says where it is, and keeps the size that somebody gave it', () => {
    expect(settledMedia('image', { initialWidth: 320, initialHeight: null }, sunset)).toEqual({
      kind: 'image',
      attributes: {
        url: sunset.url,
        name: 'sunset.png',
        mimeType: 'image/png',
        size: 2048,
        isUpload: true,
        placeholderId: '',
        thumbhash: '',
        previews: null,
        initialWidth: 320,
        initialHeight: 480,
      },
    })
  })

  it.each(['application/x-huge-picture', 'image/tiff', 'text/plain'])(
    '5.7 is a file when it was meant as a picture and is %s',
    (type) => {
      const { kind, attributes } = settledMedia('image', { width: 500 }, { ...sunset, type })
      expect(kind).toBe('file')
      expect(attributes).toMatchObject({ url: sunset.url, mimeType: type, width: null, initialWidth: null })
    },
  )

  it('5.7 that is not meant as a picture stays what it was chosen as', () => {
    expect(settledMedia('file', {}, sunset).kind).toBe('file')
    expect(settledMedia('video', {}, { ...sunset, type: 'audio/ogg', name: 'x.ogg' }).kind).toBe('video')
  })
})
