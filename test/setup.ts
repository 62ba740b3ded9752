import { afterAll, vi } from 'vitest'

/**
 * Code that is loaded when it is first needed (`import()`) may still be under way when a file's last test ends. Files
 * share what they have imported, so an import that is cut off would fail for the next one that wants the same module.
 */
afterAll(() => vi.dynamicImportSettled())
