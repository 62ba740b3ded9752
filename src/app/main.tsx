import { DirectionProvider } from '@base-ui/react/direction-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { invariant } from '@/shared/errors'
import { markComposing } from '@/ui/composing'
import { followTheme } from '@/ui/theme'
import { Toaster } from '@/ui/toaster'
import { TooltipHost } from '@/ui/tooltip'
import { AppErrorBoundary } from './error-screens'
import { startLanguage } from './language'
import { router } from './routes'
import { queryClient } from './rpc'
import { tellWhatWasLeft } from './tell-after-load'
import { watchWindowFocus } from './window-focus'
import '@/ui/theme.css'

const root = document.getElementById('root')
invariant(root, 'index.html has #root')

markComposing(window)
followTheme()
watchWindowFocus()

void startLanguage().then(() => {
  tellWhatWasLeft()
  createRoot(root).render(
    <StrictMode>
      <DirectionProvider direction={document.dir === 'rtl' ? 'rtl' : 'ltr'}>
        <AppErrorBoundary>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
            <Toaster />
            <TooltipHost />
          </QueryClientProvider>
        </AppErrorBoundary>
      </DirectionProvider>
    </StrictMode>,
  )
})
