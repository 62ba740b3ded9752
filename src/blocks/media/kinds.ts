import { t } from '@/shared/i18n'
import { defineMedia } from './define-media'

export const image = defineMedia({
  kind: 'image',
  tag: 'img',
  insert: {
    id: 'image',
    get label() {
      return t('Image')
    },
    icon: 'image',
    keywords: ['picture', 'photo', 'screenshot', 'img', 'gif', 'upload', 'media'],
  },
})

export const video = defineMedia({
  kind: 'video',
  tag: 'video',
  insert: {
    id: 'video',
    get label() {
      return t('Video')
    },
    icon: 'video',
    keywords: ['film', 'movie', 'clip', 'mp4', 'youtube', 'vimeo', 'upload', 'media'],
  },
})

export const audio = defineMedia({
  kind: 'audio',
  tag: 'audio',
  insert: {
    id: 'audio',
    get label() {
      return t('Audio')
    },
    icon: 'music',
    keywords: ['sound', 'music', 'podcast', 'mp3', 'recording', 'upload', 'media'],
  },
})

export const file = defineMedia({
  kind: 'file',
  insert: {
    id: 'file',
    get label() {
      return t('File')
    },
    icon: 'paperclip',
    keywords: ['attachment', 'document', 'pdf', 'zip', 'upload', 'download', 'media'],
  },
})

export const mediaEmbed = defineMedia({
  kind: 'mediaEmbed',
  tag: 'iframe',
  insert: {
    id: 'media-embed',
    get label() {
      return t('Embed')
    },
    icon: 'app-window',
    keywords: ['media', 'iframe', 'youtube', 'vimeo', 'spotify', 'figma', 'maps', 'tweet', 'loom', 'codepen'],
  },
})

/** All kinds of media, as menus list them. */
export const mediaKinds = [image, video, audio, file, mediaEmbed]
