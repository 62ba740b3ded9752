/** The same numbers for the same seed, 0 … 1 (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const CHAPTERS: readonly { title: string; things: readonly string[]; places: readonly string[] }[] = [
  {
    title: 'The site',
    things: ['the access road', 'the sea wall', 'the north gate', 'the boundary fence'],
    places: ['on the ridge', 'by the harbour', 'behind the dunes'],
  },
  {
    title: 'Instruments',
    things: ['the refractor', 'the spectrograph', 'the guide camera', 'the weather mast'],
    places: ['in the dome', 'on the roof', 'in the instrument room'],
  },
  {
    title: 'Calibration',
    things: ['the flat-field lamp', 'the dark frame', 'the wavelength scale', 'the pointing model'],
    places: ['before sunset', 'at the start of every run', 'after a filter change'],
  },
  {
    title: 'Observing nights',
    things: ['the observing queue', 'the duty rota', 'the target list', 'the night log'],
    places: ['in the control room', 'on the shared calendar', 'beside the console'],
  },
  {
    title: 'Weather',
    things: ['the anemometer', 'the cloud camera', 'the dew-point sensor', 'the lightning detector'],
    places: ['at the mast', 'on the east platform', 'above the workshop'],
  },
  {
    title: 'Data',
    things: ['the raw archive', 'the reduction pipeline', 'the nightly checksum', 'the public catalogue'],
    places: ['on the second disk', 'in the reading room', 'at the university'],
  },
  {
    title: 'Safety',
    things: ['the emergency stop', 'the first-aid cabinet', 'the radio', 'the fire blanket'],
    places: ['near the stairs', 'in every vehicle', 'at the dome door'],
  },
  {
    title: 'Visitors',
    things: ['the open evening', 'the school programme', 'the guided walk', 'the guest book'],
    places: ['in the foyer', 'on the terrace', 'in the lecture hall'],
  },
  {
    title: 'Power and water',
    things: ['the solar array', 'the diesel generator', 'the rainwater tank', 'the battery bank'],
    places: ['behind the workshop', 'under the platform', 'beside the pump house'],
  },
  {
    title: 'Maintenance',
    things: ['the dome shutter', 'the mirror cover', 'the azimuth drive', 'the cable wrap'],
    places: ['twice a year', 'in the dry season', 'after every storm'],
  },
]

const VERBS = [
  'is checked',
  'is logged',
  'is replaced',
  'is cleaned',
  'is described',
  'is measured',
  'is switched off',
]
const PEOPLE = [
  'the night assistant',
  'the duty engineer',
  'a trained volunteer',
  'the archivist',
  'two people together',
]
const REASONS = [
  'because salt air shortens its life',
  'so that the next shift can start without asking',
  'since a wrong value is only noticed weeks later',
  'because the wind can rise within minutes',
  'so that results from different years can be compared',
  'as nobody should have to work alone after midnight',
]
const LATIN = [
  'sin x < 1',
  'f/8 & slower',
  'a*b*c',
  'snake_case_name',
  '5 > 3',
  '#42',
  '[draft]',
  '~/data',
  '1.5°',
]

/**
 * A real Markdown document of at least `lines` lines: the handbook of a small observatory by the sea, with headings,
 * paragraphs, lists of every kind, quotes, code, rules, links and marks. The same seed gives the same document.
 */
export function makeLongMarkdown(lines = 3000, seed = 1): string {
  const random = numbersFrom(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const upper = (text: string) => text[0]!.toUpperCase() + text.slice(1)
  let chapter = CHAPTERS[0]!

  const fact = () =>
    `${pick(chapter.things)} ${pick(VERBS)} by ${pick(PEOPLE)} ${pick(chapter.places)}, ${pick(REASONS)}`
  const short = () => `${pick(chapter.things)} ${pick(chapter.places)}`
  const marked = (words: string) => {
    const wrap = pick([
      (text: string) => `**${text}**`,
      (text: string) => `*${text}*`,
      (text: string) => `~~${text}~~`,
      (text: string) => `==${text}==`,
      (text: string) => `<u>${text}</u>`,
      (text: string) => `***${text}***`,
      (text: string) =>
        `[${text}](https://observatory.example.org/${chapter.title.toLowerCase().replaceAll(' ', '-')})`,
      (text: string) => `[**${text}**](/handbook "See the handbook")`,
    ])
    return wrap(words)
  }
  const sentence = () => {
    const form = random()
    if (form < 0.35) return `${upper(fact())}.`
    if (form < 0.6)
      return `${upper(pick(chapter.things))} ${pick(VERBS)} by ${marked(pick(PEOPLE))} ${pick(chapter.places)}.`
    if (form < 0.75)
      return `Note \`${pick(LATIN)}\` in the log when ${short()} differs by more than ${2 + Math.floor(random() * 9)} %.`
    if (form < 0.85)
      return `Press <kbd>Ctrl</kbd>+<kbd>S</kbd> to store it; water is H<sub>2</sub>O and the area is in m<sup>2</sup>.`
    return `If ${short()} fails, tell ${pick(PEOPLE)} first — ${pick(REASONS)}.`
  }
  const paragraph = () =>
    Array.from({ length: 1 + Math.floor(random() * 4) }, sentence).join(random() < 0.3 ? '\n' : ' ')

  const makers: readonly (() => string)[] = [
    paragraph,
    paragraph,
    paragraph,
    () => Array.from({ length: 3 + Math.floor(random() * 5) }, () => `- ${sentence()}`).join('\n'),
    () =>
      Array.from({ length: 3 + Math.floor(random() * 6) }, (_, at) => `${at + 1}. ${sentence()}`).join('\n'),
    () => Array.from({ length: 4 }, () => `- [${random() < 0.5 ? 'x' : ' '}] ${upper(fact())}`).join('\n'),
    () =>
      [
        `1. ${sentence()}`,
        `   - ${sentence()}`,
        `     - ${sentence()}`,
        `   - ${sentence()}`,
        `2. ${sentence()}`,
        `   1. ${sentence()}`,
        `   2. ${sentence()}`,
      ].join('\n'),
    () =>
      [
        `1. ${sentence()}`,
        '',
        `   ${sentence()}`,
        '',
        '   ```sh',
        `   observe --hours ${random().toFixed(2)}`,
        '   ```',
        '',
        `2. ${sentence()}`,
      ].join('\n'),
    () => `${5 + Math.floor(random() * 20)}. ${sentence()}\n${7}. ${sentence()}`,
    () => [`> ${sentence()}`, '>', `> ${sentence()}`].join('\n'),
    () =>
      [`> ${sentence()}`, '>', `> - ${sentence()}`, `> - ${sentence()}`, '>', `> > ${sentence()}`].join('\n'),
    () =>
      [
        '```ts',
        `export const limit = ${Math.floor(random() * 100)}`,
        '',
        'export function isSafe(wind: number): boolean {',
        '  // knots',
        '  return wind < limit && wind >= 0',
        '}',
        '```',
      ].join('\n'),
    () => ['```', `${pick(LATIN)}   ${pick(LATIN)}`, '\t\ttabs and  spaces', '```'].join('\n'),
    () => '---',
    () => `${sentence()}\\\n${sentence()}\\\n${sentence()}`,
    () =>
      `${sentence()} ${LATIN.slice(0, 4)
        .map((text) => text.replace(/[*_<>#[\]~&]/g, '\\$&'))
        .join(', ')}.`,
  ]

  const parts = ['# Handbook of the Cape Lantern observatory']
  let count = 1
  const add = (part: string) => {
    parts.push(part)
    count += part.split('\n').length + 1
  }
  for (let section = 0; count < lines; section++) {
    chapter = CHAPTERS[section % CHAPTERS.length]!
    const round = Math.floor(section / CHAPTERS.length) + 1
    add(`## ${chapter.title}${round > 1 ? `, part ${round}` : ''}`)
    for (let topic = 0; topic < 3 && count < lines; topic++) {
      add(`${'#'.repeat(3 + Math.floor(random() * 4))} ${upper(short())}`)
      for (let block = 0; block < 6 && count < lines; block++) add(pick(makers)())
    }
  }
  return `${parts.join('\n\n')}\n`
}
