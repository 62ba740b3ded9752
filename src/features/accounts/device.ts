import { t } from '@/shared/i18n'

const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgi?A?(?:iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** A browser's description of itself in words: "Firefox on Linux". */
export function deviceOf(userAgent: string | null): { name: string; isPhone: boolean } {
  const find = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const browser = find(BROWSERS)
  const system = find(SYSTEMS)
  const name =
    browser && system
      ? t('{browser} on {system}', { browser, system })
      : (browser ?? system ?? t('Unknown browser'))
  return { name, isPhone: /iPhone|Android/.test(userAgent ?? '') }
}
