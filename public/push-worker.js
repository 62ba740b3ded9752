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

// A tab of ours goes there; without one, a new one opens.
async function show(href) {
  const tabs = (await self.clients.matchAll({ type: 'window', includeUncontrolled: true })).filter(isOfTheApp)
  const [tab] = tabs.sort((a, b) => Number(b.focused) - Number(a.focused))
  // Only tabs that this worker controls can be led on from here. A click allows one window to come to the front: that is asked for last.
  const there = tab && (await tab.navigate(href).catch(() => null))
  return there ? there.focus() : self.clients.openWindow(href)
}

// Published pages are read, not worked in.
const isOfTheApp = ({ url }) => !new URL(url).pathname.startsWith('/preview/')
