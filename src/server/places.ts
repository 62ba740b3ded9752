import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import ipaddr from 'ipaddr.js'
import type { CountryResponse, Reader, Response } from 'mmdb-lib'
import type { Config } from '@/server/config'
import type { Log } from '@/server/log'

/** Where an address is: a country by its two letters (ISO 3166-1), a network that the internet does not know, or nothing known. */
export type Place = string | 'local' | null

/** Says in which country addresses are, from a file of this machine: no address is sent anywhere. */
export interface Places {
  of(address: string | null): Promise<Place>
}

/** What the files of those who publish such data say of an address; ours says `country_code`. */
type Found = Response & (CountryResponse | { country_code?: string })

const LOCAL = new Set(['loopback', 'private', 'linkLocal', 'uniqueLocal'])
const DATA = '@ip-location-db/geo-whois-asn-country-mmdb'

/** `countriesFile`: the operator's own (MaxMind's or DB-IP's `.mmdb`); `null` is the one that is installed with the program. */
export function createPlaces({ countriesFile }: Pick<Config, 'countriesFile'>, log: Log): Places {
  const files = new Map<string, Promise<Reader<Found> | null>>()
  const fileFor = (kind: 'ipv4' | 'ipv6') =>
    countriesFile ?? createRequire(import.meta.url).resolve(`${DATA}/geo-whois-asn-country-${kind}.mmdb`)
  /** Read when it is first asked, 3 MB for addresses of four numbers and 5 MB for the others; what cannot be read is told once. */
  const open = (kind: 'ipv4' | 'ipv6') => {
    const before = files.get(countriesFile ?? kind)
    if (before) return before
    const reading = read(() => fileFor(kind)).catch((error: unknown) => {
      log.error(
        { err: error },
        'the countries of addresses cannot be read; COUNTRIES_FILE names another file',
      )
      return null
    })
    files.set(countriesFile ?? kind, reading)
    return reading
  }
  return {
    async of(text) {
      if (text === null || !ipaddr.isValid(text)) return null
      const address = ipaddr.process(text)
      const range = address.range()
      if (LOCAL.has(range)) return 'local'
      if (range !== 'unicast') return null
      return countryIn((await open(address.kind()))?.get(address.toString()) ?? null)
    },
  }
}

async function read(file: () => string): Promise<Reader<Found>> {
  const { Reader } = await import('mmdb-lib')
  return new Reader<Found>(await readFile(file()))
}

/** `ZZ` stands for no country. */
function countryIn(found: Found | null): string | null {
  if (found === null) return null
  const code = 'country_code' in found ? found.country_code : (found as CountryResponse).country?.iso_code
  return typeof code === 'string' && /^[A-Z]{2}$/.test(code) && code !== 'ZZ' ? code : null
}
