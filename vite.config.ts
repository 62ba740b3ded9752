import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// `npm run dev` says where its server listens.
const server = process.env.SHEAF_API ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`

/** The browser application: built into dist/app, or served with reloading and a running server behind it. */
export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: {
    alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) },
    // Two copies of Yjs in one page break its instance checks.
    dedupe: ['yjs', 'react', 'react-dom', '@tiptap/pm'],
  },
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    target: ['chrome120', 'firefox121', 'safari17'],
    // The content security policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
  },
  server: {
    proxy: {
      '/api': server,
      '/healthz': server,
      '/collab': { target: server, ws: true },
    },
  },
})
