import { resolve } from 'node:path'
import { isBuilt } from '../scripts/build'
import { findOrInstallChromium } from '../scripts/chromium'
import { POSTGRES_VARIABLE, startPostgres } from './postgres'
import { BUILT_VARIABLE } from './program'

/** One PostgreSQL for the whole run of integration tests, and a browser for what is drawn with one. */
export default async function setup(): Promise<() => Promise<void>> {
  if (isBuilt()) process.env[BUILT_VARIABLE] = resolve('dist/server')
  process.env.CHROME_PATH = findOrInstallChromium()
  const postgres = await startPostgres()
  process.env[POSTGRES_VARIABLE] = postgres.adminUrl
  return () => postgres.stop()
}
