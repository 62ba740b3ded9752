import type { Block } from '../kit/block'

/** A word and when it is said, in seconds. */
export interface TimedWord {
  text: string
  start: number
  end: number
  /** Who says it, as the service calls them; left out where it does not tell. */
  speaker?: string
}

/** Some words that are shown together while they are said. */
export interface Caption extends TimedWord {
  /** The place of its first word among all, and how many it has. */
  first: number
  count: number
}

/** What is said in a recording, as its block keeps it (product.md 3.18). */
export interface Transcript {
  text: string
  /** As the service that heard it calls it: a code (`en`) or a name (`english`). */
  language: string | null
  /** Empty when it is not known when they are said. */
  words: readonly TimedWord[]
}

/** Words of a caption (product.md 9.8). */
const CAPTION_WORDS = 10
/** Seconds of silence after which a new caption begins. */
const PAUSE = 2
/** Characters of JSON that a block keeps at most, with room for what stands around them. */
const MOST = 900_000

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The attribute, read; null: nothing is said in it that could be shown. Anybody may have written anything. */
export function transcriptOf(value: unknown): Transcript | null {
  if (!isRecord(value)) return null
  const words = (Array.isArray(value.words) ? value.words : []).flatMap((word) => timedWord(word) ?? [])
  const text = typeof value.text === 'string' ? value.text : words.map((word) => word.text).join(' ')
  if (text.trim() === '') return null
  return { text, language: typeof value.language === 'string' ? value.language : null, words }
}

function timedWord(value: unknown): TimedWord | null {
  const [text, start, end, speaker] = Array.isArray(value)
    ? value
    : isRecord(value)
      ? [value.text, value.start, value.end, value.speaker]
      : []
  if (typeof text !== 'string' || typeof start !== 'number' || !(start >= 0)) return null
  return {
    text,
    start,
    end: typeof end === 'number' && end > start ? end : start,
    ...(typeof speaker === 'string' && speaker !== '' && { speaker }),
  }
}

/** As a block keeps it: short, and of hours the captions instead of the words. */
export function keptTranscript({ text, language, words }: Transcript): Record<string, unknown> {
  const kept = (timed: readonly TimedWord[]) => ({
    text,
    ...(language !== null && { language }),
    ...(timed.length > 0 && {
      words: timed.map(({ text: said, start, end, speaker }) => [
        said,
        start,
        end,
        ...(speaker === undefined ? [] : [speaker]),
      ]),
    }),
  })
  const options = [kept(words), kept(captionsOf(words)), kept([])]
  return options.find((option) => JSON.stringify(option).length <= MOST) ?? { text: text.slice(0, MOST / 2) }
}

/** The words in groups of ten, fewer before a long silence and before somebody else speaks. */
export function captionsOf(words: readonly TimedWord[]): Caption[] {
  const groups: TimedWord[][] = []
  for (const word of words) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    const goesOn =
      group &&
      last &&
      group.length < CAPTION_WORDS &&
      word.start - last.end < PAUSE &&
      word.speaker === last.speaker
    if (goesOn) group.push(word)
    else groups.push([word])
  }
  let first = 0
  return groups.map((group) => {
    const caption = {
      text: group.map(({ text }) => text).join(' '),
      start: group[0]!.start,
      end: Math.max(...group.map(({ end }) => end), group[0]!.start + 0.1),
      first,
      count: group.length,
      ...(group[0]!.speaker !== undefined && { speaker: group[0]!.speaker }),
    }
    first += group.length
    return caption
  })
}

/** Some words that are said in a recording of a page. */
export interface SpokenWords {
  blockId: string
  text: string
  /** When; null: not known. */
  start: number | null
}

/** What is said in the recordings of a page, in captions where it is known when, block by block. */
export function* spokenIn(blocks: readonly Block[]): Generator<SpokenWords> {
  const rest = [...blocks].reverse()
  for (let block = rest.pop(); block; block = rest.pop()) {
    const transcript = transcriptOf(block.attributes?.transcription)
    if (transcript) {
      const captions = captionsOf(transcript.words)
      for (const { text, start } of captions) yield { blockId: block.id, text, start }
      if (captions.length === 0) yield { blockId: block.id, text: transcript.text, start: null }
    }
    for (const child of [...(block.children ?? [])].reverse()) rest.push(child)
  }
}

/** The captions as a WebVTT file. */
export function vttOf(captions: readonly Caption[]): string {
  const cues = captions.map(
    ({ text, start, end, speaker }) =>
      `${vttTime(start)} --> ${vttTime(end)}\n${speaker === undefined ? '' : `<v ${vttText(speaker)}>`}${vttText(text)}`,
  )
  return `${['WEBVTT', ...cues].join('\n\n')}\n`
}

/** The captions as a SubRip file, which other players and film editors read. */
export function srtOf(captions: readonly Caption[]): string {
  const srtTime = (seconds: number) => vttTime(seconds).replace('.', ',')
  const cues = captions.map(({ text, start, end, speaker }, at) => {
    const said = speaker === undefined ? text : `${speaker}: ${text}`
    return `${at + 1}\n${srtTime(start)} --> ${srtTime(end)}\n${said.replace(/\s+/g, ' ').trim()}`
  })
  return `${cues.join('\n\n')}\n`
}

/** With other words in the place of one, said at the same time; with none, it is gone. Null when nothing is left of it. */
export function withWord(transcript: Transcript, at: number, text: string): Transcript | null {
  const corrected = text.replace(/\s+/g, ' ').trim()
  const words = transcript.words.flatMap((word, index) =>
    index !== at ? [word] : corrected === '' ? [] : [{ ...word, text: corrected }],
  )
  return words.length === 0 ? null : { ...transcript, words, text: words.map((word) => word.text).join(' ') }
}

const vttText = (text: string): string =>
  text.replace(/\s+/g, ' ').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function vttTime(seconds: number): string {
  const milliseconds = Math.round(seconds * 1_000)
  const part = (size: number, of: number, digits: number) =>
    String(Math.floor(milliseconds / size) % of).padStart(digits, '0')
  return `${part(3_600_000, 1_000, 2)}:${part(60_000, 60, 2)}:${part(1_000, 60, 2)}.${part(1, 1_000, 3)}`
}
