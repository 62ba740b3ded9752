import { type ChildProcess, spawn } from 'node:child_process'
import { createServer, build as viteBuild } from 'vite'
import { serverBuild } from './build.ts'

/**
 * `npm run dev`: the app with hot reload on PORT, the server rebuilt and restarted on every change on PORT + 1.
 * The app's development server hands /api, /collab and /healthz on.
 */
export async function dev(): Promise<void> {
  const port = Number(process.env.PORT ?? 3000)
  const host = process.env.HOST ?? '127.0.0.1'
  const api = String(port + 1)
  let server: ChildProcess | undefined

  const restart = async () => {
    if (server && server.exitCode === null) {
      const ended = new Promise((resolve) => server!.once('exit', resolve))
      server.kill('SIGTERM')
      await ended
    }
    server = spawn(process.execPath, ['--enable-source-maps', 'dist/server/main.js'], {
      stdio: 'inherit',
      env: { ...process.env, PORT: api, PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${port}` },
    })
  }
  const stop = () => {
    server?.kill('SIGTERM')
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)

  const watcher = await viteBuild(serverBuild({ watch: {}, emptyOutDir: false }))
  if ('on' in watcher) {
    watcher.on('event', (event: { code: string; error?: unknown }) => {
      if (event.code === 'END') void restart()
      if (event.code === 'ERROR') console.error(event.error)
    })
  }

  process.env.SHEAF_API = `http://127.0.0.1:${api}`
  const app = await createServer({ server: { port, host, strictPort: true } })
  await app.listen()
  console.log(`Sheaf in development: http://localhost:${port}`)
}
