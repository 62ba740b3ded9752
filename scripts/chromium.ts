import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const KNOWN = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** Chromium without the window around the page: a tab of it costs a third of what one of the whole browser does. */
const HEADLESS = '/usr/bin/chromium-headless-shell'

/** So that a machine without a network is told so soon. */
const APT_GET = ['apt-get', '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=15']

const find = () => [process.env.CHROME_PATH, ...KNOWN].find((path) => path && existsSync(path))

/**
 * The path of the browser for the browser tests, if there is one: that of CHROME_PATH, the headless Chromium
 * of the system, or its whole one.
 */
export function findTestBrowser(): string | undefined {
  return [process.env.CHROME_PATH, HEADLESS, ...KNOWN].find((path) => path && existsSync(path))
}

/**
 * The same, after trying to install the headless one from Debian's packages. Where that cannot be had, the tests run
 * in the whole browser: slower, to the same result.
 */
export function findOrInstallTestBrowser(): string {
  if (!process.env.CHROME_PATH && !existsSync(HEADLESS) && existsSync('/usr/bin/apt-get')) {
    console.log('Installing a headless Chromium for the browser tests (this happens once) …')
    installPackages(['chromium-headless-shell'])
  }
  return findTestBrowser() ?? findOrInstallChromium()
}

/** The path of a Chromium: the one of CHROME_PATH, the system's, or one installed now from Debian's packages. */
export function findOrInstallChromium(): string {
  const found = find()
  if (found) return found
  console.log('No Chromium found; installing it with apt-get …')
  installPackages(['chromium', 'fonts-liberation', 'fonts-noto-color-emoji'])
  const installed = find()
  if (installed) return installed
  console.error('The browser tests need a Chromium. Install one and set CHROME_PATH to its program.')
  process.exit(1)
}

/** Installs Debian packages, as root or with sudo; a failure is left to the caller, who looks for the program. */
function installPackages(names: string[]): void {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const command of [
    [...APT_GET, 'update'],
    [...APT_GET, 'install', '-y', '--no-install-recommends', '--no-remove', ...names],
  ]) {
    const [program, ...args] = [...asRoot, ...command]
    spawnSync(program!, args, { stdio: ['ignore', 'ignore', 'inherit'], env })
  }
}
