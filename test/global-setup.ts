import { POSTGRES_VARIABLE, startPostgres } from './postgres'

/** One PostgreSQL for the whole run of integration tests. */
export default async function setup(): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  process.env[POSTGRES_VARIABLE] = postgres.adminUrl
  return () => postgres.stop()
}
