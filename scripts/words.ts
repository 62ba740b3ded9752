import { readFileSync } from 'node:fs'
import { isTranslated, TRANSLATED } from '../src/shared/i18n/languages.ts'
import { faultsOfTranslation, readCatalogue, writeCatalogue } from './catalogue.ts'
import { readMessages } from './interface-words.ts'

/**
 * For who translates. `--missing de` prints what the German catalogue lacks, as JSON: English messages with where each stands in the source
 * (`--missing de 1/4` a quarter of it). `--merge de some.json` adds translations: `{ "English message": "message" }`. What is not
 * right is named and left out, and so is what no source says. `--drop-unused` does the latter for what the catalogues hold.
 */
const USAGE = 'node scripts/words.ts --missing de [1/4] | --merge de some.json | --drop-unused'

const [task, language = '', more] = process.argv.slice(2)
const known = readMessages()

if (task === '--drop-unused') for (const one of TRANSLATED) dropUnused(one)
else if (!isTranslated(language)) fail(`${USAGE}; languages: ${TRANSLATED.join(', ')}`)
else if (task === '--missing') printMissing(language, more)
else if (task === '--merge' && more) merge(language, more)
else fail(USAGE)

function printMissing(language: (typeof TRANSLATED)[number], part = '1/1') {
  const catalogue = readCatalogue(language)
  const lacking = [...known].filter(([message]) => !Object.hasOwn(catalogue, message))
  const [index = 1, of = 1] = part.split('/').map(Number)
  const size = Math.ceil(lacking.length / of)
  console.log(JSON.stringify(Object.fromEntries(lacking.slice((index - 1) * size, index * size)), null, 2))
}

function merge(language: (typeof TRANSLATED)[number], file: string) {
  const catalogue = readCatalogue(language)
  let added = 0
  for (const [english, translation] of Object.entries<string>(JSON.parse(readFileSync(file, 'utf8')))) {
    const faults = known.has(english)
      ? faultsOfTranslation(language, english, translation)
      : ['no source says this']
    for (const fault of faults) console.error(`${fault}: ${english} → ${translation}`)
    if (faults.length > 0) process.exitCode = 1
    else {
      catalogue[english] = translation
      added++
    }
  }
  writeCatalogue(language, catalogue)
  console.log(`${added} merged; the catalogue has ${Object.keys(catalogue).length} of ${known.size}.`)
}

function dropUnused(language: (typeof TRANSLATED)[number]) {
  writeCatalogue(
    language,
    Object.fromEntries(Object.entries(readCatalogue(language)).filter(([english]) => known.has(english))),
  )
}

function fail(words: string) {
  console.error(words)
  process.exitCode = 1
}
