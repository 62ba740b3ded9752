import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const alias = {
  '@test': fileURLToPath(new URL('./test', import.meta.url)),
  '@': fileURLToPath(new URL('./src', import.meta.url)),
}

/** Vitest by itself keeps one core free, which on a machine with two is half of it. */
const WORKERS = Math.max(2, availableParallelism() - 1)

/** What every file of tests begins with. */
const SETUP = ['test/setup.ts']

/** Style sheets that are read as text, for pages that the server writes, are the real ones; all others are nothing. */
const css = { include: [/\.css\?(?:inline|raw)$/] }

/**
 * `unit`: pure, fast, part of `npm run check`. `property` (`*.property.test.ts`): the same without the haste, random
 * stories by the hundred. `integration` (`*.int.test.ts`): real databases, sockets, processes.
 */
export default defineConfig({
  test: {
    // The three projects run one after the other and read the same sources.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest' },
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          css,
          setupFiles: SETUP,
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: ['**/*.int.test.*', '**/*.property.test.*', '**/node_modules/**'],
          environment: 'node',
          // Files share what they import: most of the time went into importing the same again.
          isolate: false,
          maxWorkers: WORKERS,
          // For machines with much other work; none takes that long by itself.
          testTimeout: 30_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'property',
          css,
          setupFiles: SETUP,
          include: ['src/**/*.property.test.{ts,tsx}'],
          environment: 'node',
          maxWorkers: WORKERS,
          testTimeout: 300_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'integration',
          // Files share a process and what it has imported: each would import the whole server again.
          isolate: false,
          css,
          setupFiles: SETUP,
          include: ['src/**/*.int.test.{ts,tsx}', 'test/**/*.int.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 120_000,
          globalSetup: ['test/global-setup.ts'],
          maxWorkers: 3,
          // Vitest wants projects with another number of workers to run by themselves.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
