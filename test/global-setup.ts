import { findOrInstallChromium } from '../scripts/chromium'
import { POSTGRES_VARIABLE, startPostgres } from './postgres'

/** One PostgreSQL for the whole run of integration tests, and a browser for what is drawn with one. */
export default async function setup(): Promise<() => Promise<void>> {
  process.env.CHROME_PATH = findOrInstallChromium()
  const postgres = await startPostgres()
  process.env[POSTGRES_VARIABLE] = postgres.adminUrl
  return () => postgres.stop()
}
