// Shows what the server pushes (src/features/notifications/model.ts, PushMessage). It answers no requests, so it keeps nothing of pages.
self.addEventListener('push', (event) => {
  if (!event.data) return
  const { tag, title, body, path } = event.data.json()
  event.waitUntil(
    self.registration.showNotification(title, { tag, body, icon: '/favicon.svg', data: { path } }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const url = new URL(event.notification.data?.path ?? '/', self.location.origin)
  if (url.origin === self.location.origin) event.waitUntil(show(url.href))
})

// Tabs that were there before the worker are led on by it as well.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

// A tab of ours goes there; without one, a new one opens. Only tabs that this worker controls can be led on from here, and a click allows
// one window to come to the front.
async function show(href) {
  const tabs = (await self.clients.matchAll({ type: 'window' })).filter(isOfTheApp)
  const [tab] = tabs.sort((a, b) => Number(b.focused) - Number(a.focused))
  if (!tab) return self.clients.openWindow(href)
  await tab.focus()
  return tab.navigate(href)
}

// Published pages are read, not worked in.
const isOfTheApp = ({ url }) => !new URL(url).pathname.startsWith('/preview/')
