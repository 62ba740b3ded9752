import { offerEditorPage } from '../test/page.ts'

/** Where the editor's own page is served; set from outside, it spares the build while a test is written. */
export const EDITOR_PAGE = 'EDITOR_PAGE_URL'

/** One editor's page for the whole run, which is built when the first test of the editor asks for it. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[EDITOR_PAGE]) return
  const page = await offerEditorPage()
  process.env[EDITOR_PAGE] = page.url
  return () => page.close()
}
