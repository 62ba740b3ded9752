import { initTRPC, TRPCError } from '@trpc/server'
import { ZodError } from 'zod'
import type { RequestContext } from '@/server/context'
import { asAppError, INTERNAL_MESSAGE } from '@/server/errors'
import { AppError, type AppErrorCode } from '@/shared/errors'
import { t } from '@/shared/i18n'

const RPC_CODE: Record<AppErrorCode, TRPCError['code']> = {
  'bad-input': 'BAD_REQUEST',
  'signed-out': 'UNAUTHORIZED',
  forbidden: 'FORBIDDEN',
  'not-found': 'NOT_FOUND',
  conflict: 'CONFLICT',
  'too-large': 'PAYLOAD_TOO_LARGE',
  'rate-limited': 'TOO_MANY_REQUESTS',
  locked: 'CONFLICT',
  unavailable: 'SERVICE_UNAVAILABLE',
  internal: 'INTERNAL_SERVER_ERROR',
}

const trpc = initTRPC.context<RequestContext>().create({
  isDev: false,
  errorFormatter({ shape, error }) {
    const app = error.cause instanceof AppError ? error.cause : null
    const ours = error.code === 'INTERNAL_SERVER_ERROR' && app === null
    return {
      ...shape,
      message: ours ? INTERNAL_MESSAGE() : shape.message,
      data: { ...shape.data, appCode: app?.code ?? appCodeOf(error.code) },
    }
  },
})

/** Errors that tRPC itself raises (unknown procedure, wrong method, unreadable input) have a stable code too. */
function appCodeOf(code: TRPCError['code']): AppErrorCode {
  const found = (Object.keys(RPC_CODE) as AppErrorCode[]).find((app) => RPC_CODE[app] === code)
  return found ?? (code === 'INTERNAL_SERVER_ERROR' ? 'internal' : 'bad-input')
}

/** What is wrong with an input, one thing a place of it. People read it: where the place is says nothing to them. */
function wordsOf({ issues }: ZodError): string {
  const first = new Map<string, string>()
  for (const { path, message } of issues) {
    const place = path.join('.')
    if (!first.has(place)) first.set(place, message)
  }
  return [...new Set(first.values())].join('\n')
}

/** A refusal as tRPC answers it, with the words for the person. */
export const asRpcError = (app: AppError): TRPCError =>
  new TRPCError({ code: RPC_CODE[app.code], message: app.message, cause: app })

/** Turns whatever a procedure threw into an RPC error with the words for the person, and logs our own mistakes. */
const errors = trpc.middleware(async ({ ctx, path, signal, next }) => {
  const result = await next()
  if (result.ok) return result
  const { cause } = result.error
  if (cause instanceof ZodError) {
    throw asRpcError(new AppError('bad-input', wordsOf(cause), { cause }))
  }
  const app = asAppError(cause)
  if (app) throw asRpcError(app)
  // The person who asked has gone away, and what was being done for them has ended: nobody's mistake.
  if (signal?.aborted && cause === signal.reason) return result
  if (result.error.code === 'INTERNAL_SERVER_ERROR')
    ctx.log.error({ err: cause ?? result.error, path }, 'rpc failed')
  return result
})

/** Puts routers together: each under a name, or several under one. */
export const { router, mergeRouters } = trpc

/** A procedure that anyone may call, signed in or not. */
export const anyone = trpc.procedure.use(errors)

/**
 * A procedure for people who are signed in: `ctx.caller.user` and `ctx.caller.sessionId` are there. The tab of somebody else, who was
 * signed in before in the same browser, is refused.
 */
export const signedIn = anyone.use(({ ctx, next }) => {
  const { user, sessionId } = ctx.caller
  if (!user || !sessionId) throw new AppError('signed-out', t('Please sign in to do this.'))
  return next({ ctx: { caller: { ...ctx.caller, user, sessionId } } })
})
