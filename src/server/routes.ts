import type { Auth } from '@/features/accounts/server/auth'
import { authRoutes } from '@/features/accounts/server/auth.routes'
import { filesRoutes } from '@/features/files/server/files.routes'
import { interchangeRoutes } from '@/features/interchange/server/interchange.routes'
import type { Services } from '@/server/context'
import type { Routes } from '@/server/http/http'

/** Every plain HTTP route that a feature adds, in order. */
export const routes = (services: Services, auth: Auth): readonly Routes[] => [
  authRoutes(services, auth),
  filesRoutes(services),
  interchangeRoutes(services),
]
