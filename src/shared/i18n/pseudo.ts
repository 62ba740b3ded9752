import { addLanguage } from '.'
import { type CompiledMessage, compileMessage } from './compile-message'

/**
 * The pseudo-language: English with accents, brackets and two fifths more length. Words without them are missing from the
 * catalogues, a bracket that can't be seen is cut off, and two pairs of brackets in one sentence are a sentence put together from pieces.
 */
export function addPseudoLanguage(): void {
  addLanguage('en-XA', (message) => {
    const accented = mapText(compileMessage(message))
    const padding = '~'.repeat(Math.ceil(message.replace(/\{[^{}]*\}|<[^>]*>/g, '').length * 0.4))
    return ['⟦', ...accented, padding, '⟧']
  })
}

const mapText = (tokens: CompiledMessage): CompiledMessage =>
  tokens.map((token) => {
    if (typeof token === 'string') return accent(token)
    const [name, type, cases] = token
    return type === undefined ? token : [name, type, mapCases(cases as Record<string, CompiledMessage>)]
  })

const mapCases = (cases: Record<string, CompiledMessage>) =>
  Object.fromEntries(Object.entries(cases).map(([name, inside]) => [name, inside && mapText(inside)]))

const PLAIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const ACCENTED = 'ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž'

/** Accents letters, but for those in the tags of `Trans`. */
const accent = (text: string): string =>
  text.replace(/<[^>]*>|[A-Za-z]/g, (found) => (found.length > 1 ? found : ACCENTED[PLAIN.indexOf(found)]!))
