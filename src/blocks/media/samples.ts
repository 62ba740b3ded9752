import type { Block } from '../kit/block'

const block = (kind: string, attributes: Block['attributes']): Block => ({
  id: `id-${kind}`,
  kind,
  attributes,
})

const upload = {
  url: '/api/files/f1/some%20words.png',
  name: 'some words.png',
  isUpload: true,
  mimeType: 'image/png',
  size: 20_480,
}
const sized = { initialWidth: 1600, initialHeight: 900, width: 320 }

/** Media in each of its forms, for the tests of every kind. */
export const mediaSamples: Record<string, { blocks: Block[]; words?: string }> = {
  image: {
    blocks: [
      block('image', { url: 'https://a.bc/d.png' }),
      block('image', {
        url: 'https://a.bc/d.png?a=1&b="2"',
        alt: 'some [words] *x*',
        caption: 'A "caption"',
      }),
      block('image', { ...upload, ...sized, align: 'right', caption: 'two\nlines -->', indent: 2 }),
      block('image', { name: 'some words.png', placeholderId: 'p1', mimeType: 'image/png', size: 3 }),
      block('image', {}),
    ],
  },
  video: {
    blocks: [
      block('video', { url: 'https://a.bc/d.mp4' }),
      block('video', {
        ...upload,
        ...sized,
        mimeType: 'video/mp4',
        caption: 'some words',
        align: 'left',
        markers: [{ id: 'm1', createdAt: '2026-01-05T10:00:00Z', timestamp: 12.5, note: 'here -->' }],
        transcription: { words: [{ text: 'some', start: 0 }] },
      }),
      block('video', {}),
    ],
  },
  audio: {
    blocks: [
      block('audio', { url: 'https://a.bc/d.mp3', caption: 'some words', indent: 1 }),
      block('audio', { ...upload, mimeType: 'audio/mpeg', transcription: [] }),
    ],
  },
  file: {
    blocks: [
      block('file', { ...upload, mimeType: 'application/pdf', name: 'some [words] & <more>.pdf' }),
      block('file', { url: 'relative/some words.zip', name: 'some words' }),
      block('file', {}),
    ],
  },
  mediaEmbed: {
    blocks: [
      block('mediaEmbed', { url: 'https://youtu.be/dQw4w9WgXcQ?t=42', width: 400, caption: 'some words' }),
      block('mediaEmbed', { url: 'https://not-allowed.example/x?a=b|c', align: 'left' }),
    ],
  },
}
