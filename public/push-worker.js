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

// A tab of ours goes there; without one, a new one opens.
async function show(href) {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const [tab] = tabs.sort((a, b) => Number(b.focused) - Number(a.focused))
  if (!tab) return self.clients.openWindow(href)
  await tab.focus()
  // Only tabs that this worker controls can be led on from here.
  return tab.navigate(href).catch(() => self.clients.openWindow(href))
}
