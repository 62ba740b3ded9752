import { readFileSync } from 'node:fs'
import { expect, testOnKeptServer as test } from './fixtures.ts'

interface Part {
  file: string
  isDynamicEntry?: boolean
}

test('every part of the program that comes when it is asked for can be loaded by itself', async ({
  page,
}) => {
  const manifest: Record<string, Part> = JSON.parse(readFileSync('dist/app/.vite/manifest.json', 'utf8'))
  const files = new Set(
    Object.values(manifest).flatMap(({ file, isDynamicEntry }) =>
      isDynamicEntry && file.endsWith('.js') ? [`/${file}`] : [],
    ),
  )
  expect(files.size).toBeGreaterThan(100)
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const failed = await page.evaluate(
    async (paths) => {
      const told: string[] = []
      for (const path of paths) await import(path).catch((error) => told.push(`${path}: ${error}`))
      return told
    },
    [...files],
  )
  expect(failed).toEqual([])
})
