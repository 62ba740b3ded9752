import type { EmbeddedLine, EmbeddedStart, EmbeddedTemplate } from '../../../embedded'

/** How many templates have come, of how many. */
export interface EmbeddedProgress {
  loaded: number
  count: number
}

/** All templates with their vectors; `onProgress` is called as they come. Throws when they do not come whole. */
export async function loadEmbedded(
  onProgress: (progress: EmbeddedProgress) => void,
  signal: AbortSignal,
): Promise<EmbeddedTemplate[]> {
  const answer = await fetch('/api/templates/embedded', { signal })
  if (!answer.ok || !answer.body) throw new Error(`The templates were answered with ${answer.status}.`)
  const templates: EmbeddedTemplate[] = []
  let count = 0
  let rest = ''
  for (const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader(); ; ) {
    const { done, value = '' } = await reader.read()
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const told = JSON.parse(line) as EmbeddedStart | EmbeddedLine
      if ('count' in told) count = told.count
      else templates.push({ ...told, embedding: unpack(told.embedding) })
    }
    onProgress({ loaded: templates.length, count })
    if (done) break
  }
  if (count === 0 || templates.length !== count) throw new Error('Not all templates have come.')
  return templates
}

const unpack = (packed: string): Float32Array =>
  new Float32Array(Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0)).buffer)

/** The vector of what is searched for. */
export async function embedQuery(text: string): Promise<Float32Array> {
  const answer = await fetch('/api/embed', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  })
  if (!answer.ok) throw new Error(`The query was answered with ${answer.status}.`)
  const { embedding } = (await answer.json()) as { embedding: number[] }
  return Float32Array.from(embedding)
}
