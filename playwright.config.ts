import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findTestBrowser } from './scripts/chromium.ts'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  globalSetup: './e2e/global-setup.ts',
  fullyParallel: false,
  // Two keep two cores busy: browsers draw in threads of their own.
  workers: Math.max(2, availableParallelism()),
  // What passes only the second time is named at the end of the run (`scripts/checks.ts`): it wants mending.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  outputDir: process.env.SHEAF_TEST_RESULTS ?? 'test-results',
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    actionTimeout: 15_000,
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findTestBrowser(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // A tab lives for seconds here: what V8 spends on its fast code never comes back, a seventh of all processor time.
        '--js-flags=--no-turbofan --no-maglev',
      ],
    },
  },
})
