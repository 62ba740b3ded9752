// Runs before the first paint, so that a dark page never flashes white. Same key as src/ui/theme.ts.
;(() => {
  let choice = null
  try {
    choice = localStorage.getItem('sheaf:theme')
  } catch {
    // Storage can be forbidden; the device's theme is used then.
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
