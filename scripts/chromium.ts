import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const KNOWN = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

const find = () => [process.env.CHROME_PATH, ...KNOWN].find((path) => path && existsSync(path))

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
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', '--no-install-recommends', ...names],
  ]) {
    const [program, ...args] = [...asRoot, ...command]
    spawnSync(program!, args, { stdio: ['ignore', 'ignore', 'inherit'], env })
  }
}
