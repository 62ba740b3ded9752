import type { Node as PMNode } from '@tiptap/pm/model'
import {
  File,
  FileArchive,
  FileAudio,
  FileCode,
  FileImage,
  FileSpreadsheet,
  FileText,
  FileVideo,
} from 'lucide-react'
import { numberOf, textOf } from '@/blocks/media/attributes'
import { nameOf } from '@/blocks/media/figure'
import { fileSize, kindOfFile } from '@/blocks/media/media-url'
import { clock } from './player-time'
import { useMediaFacts } from './use-media-facts'

/** The icon of a file, by what is in it. */
function iconOf(type: string, name: string): typeof File {
  const kind = kindOfFile(type, name)
  if (kind === 'image') return FileImage
  if (kind === 'video') return FileVideo
  if (kind === 'audio') return FileAudio
  const all = `${type} ${name.slice(name.lastIndexOf('.') + 1)}`.toLowerCase()
  if (/zip|rar|tar|gz|7z|compressed/.test(all)) return FileArchive
  if (/sheet|excel|csv|xls|numbers/.test(all)) return FileSpreadsheet
  if (/json|javascript|typescript|xml|html|css|x-(?:sh|python)|\b(?:js|ts|py|rs|go|c|java)$/.test(all))
    return FileCode
  if (/pdf|text|word|document|rtf|doc|md|pages/.test(all)) return FileText
  return File
}

/** A file as a card: what it is, its name and size; pressing it downloads it. */
export function FileCard({ url, node: { attrs } }: { url: string; node: PMNode }) {
  const name = nameOf(attrs)
  const size = numberOf(attrs, 'size')
  const Icon = iconOf(textOf(attrs, 'mimeType'), name)
  const isPlayed = /^(?:video|audio)$/.test(kindOfFile(textOf(attrs, 'mimeType'), name))
  const duration = useMediaFacts(url, isPlayed)?.duration
  const isOurs = attrs.isUpload === true || url.startsWith('blob:')
  return (
    <a
      className="media-card"
      href={url}
      {...(isOurs ? { download: name } : { target: '_blank' })}
      rel="noopener noreferrer"
      // The editor would follow it as a link.
      onClick={(event) => event.stopPropagation()}
    >
      <Icon aria-hidden size={20} />
      <span className="media-card-name">{name}</span>
      {(size !== null || duration) && (
        <span className="media-card-note">
          {[duration && clock(duration), size !== null && fileSize(size)].filter(Boolean).join(' · ')}
        </span>
      )}
    </a>
  )
}
