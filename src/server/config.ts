import { resolve } from 'node:path'
import { z } from 'zod'
import { readTrustedProxies, type TrustedProxies } from '@/server/http/client-address'
import { StartupError } from '@/server/startup-error'

/** A sign-in provider, there when both its id and its secret are set. The addresses point elsewhere in tests. */
export interface OAuthConfig {
  clientId: string
  clientSecret: string
  authorizeUrl: string | null
  tokenUrl: string | null
  userinfoUrl: string | null
}

/** All settings of the server (rulings 8), read once at start. */
export interface Config {
  host: string
  /** 0 lets the system choose a free port. */
  port: number
  /** The origin used in links and Origin checks, without a trailing slash. `null`: `http://localhost:$PORT`. */
  publicUrl: string | null
  /** The proxies whose `X-Forwarded-For` is believed. */
  isTrustedProxy: TrustedProxies
  /** Absolute path of a `.mmdb` that knows the countries of addresses; `null` is the one that is installed. */
  countriesFile: string | null
  /** Other origins whose pages may show Sheaf in a frame. */
  embedOrigins: readonly string[]
  /** Absolute path. */
  dataDir: string
  /** `null`: the SQLite file in `dataDir`. */
  databaseUrl: string | null
  redisUrl: string | null
  s3: {
    endpoint: string
    bucket: string
    region: string
    accessKeyId: string
    secretAccessKey: string
  } | null
  mail: { smtpUrl: string | null; from: string }
  /** `null`: generated once into `dataDir`. */
  authSecret: string | null
  github: OAuthConfig | null
  google: OAuthConfig | null
  /** The sign-in of a company that speaks OpenID Connect; `name` is what its button says. */
  oidc: { issuer: string; clientId: string; clientSecret: string; name: string } | null
  /** Who may make an account: everybody, people whom somebody has invited by e-mail, or nobody. */
  signUp: SignUp
  ai: {
    openai: { apiKey: string | null; baseUrl: string | null }
    anthropic: { apiKey: string | null; baseUrl: string | null }
    model: string | null
    /** Tokens of a prompt; `null`: as the provider's address suggests. */
    contextTokens: number | null
    /** Tokens that one person may use in a day with the server's keys; `null`: any number. */
    dailyTokens: number | null
    /** May people who are not signed in use the server's model? */
    isForVisitors: boolean
    embeddingModel: string | null
    /** Are people's pages found by what they mean? */
    meaningSearch: boolean
    /** Is what is said written down by the engine that is built in, where no service does it? */
    builtInTranscription: boolean
    /** Models of the same service; `null`: what OpenAI calls them. */
    transcribeModel: string | null
    /** The model of `openai` that one talks with. */
    realtimeModel: string | null
    speechModel: string | null
  }
  giphy: { apiKey: string | null; baseUrl: string | null }
  chromePath: string | null
  /** Through which browsers in a room reach each other that cannot do so directly. */
  turn: { url: string; secret: string } | null
  /** Bytes of files that one person may have uploaded, and that one pod may hold. */
  quota: { person: number; pod: number }
  logLevel: LogLevel
}

const SIGN_UP = ['open', 'invited', 'closed'] as const
export type SignUp = (typeof SIGN_UP)[number]
const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Thrown by {@link readConfig}; its message names every bad variable and what is expected of it. */
export class ConfigError extends StartupError {}

const text = z.string().optional()
const url = (protocols: readonly string[], expected: string) =>
  z
    .string()
    .refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), expected)
    .optional()
const webUrl = url(['http:', 'https:'], 'an address that starts with http:// or https://')

/** Is this one origin and nothing more, so that it can stand in a policy? */
const isOrigin = (text: string): boolean => {
  if (!/^https?:\/\/[\w.:[\]-]+\/?$/.test(text) || !URL.canParse(text)) return false
  const { username, pathname } = new URL(text)
  return username === '' && pathname === '/'
}

const UNITS = { B: 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3, TB: 1024 ** 4 } as const
const SIZE = /^(\d+(?:\.\d+)?) ?([KMGT]?B)$/

/** A size such as `50GB` or `1.5 TB`, in bytes. */
const size = (fallback: string) =>
  z
    .string()
    .trim()
    .toUpperCase()
    .regex(SIZE, 'a size such as 500MB, 50GB or 2TB')
    .default(fallback)
    .transform((value) => {
      const [, amount, unit] = SIZE.exec(value) ?? []
      return Math.floor(Number(amount) * UNITS[unit as keyof typeof UNITS])
    })

const count = (expected: string) =>
  z
    .string()
    .trim()
    .regex(/^[1-9]\d{2,11}$/, expected)
    .transform(Number)

const yesOrNo = (fallback: 'yes' | 'no') =>
  z
    .enum(['yes', 'no', 'true', 'false'], 'yes or no')
    .default(fallback)
    .transform((value) => value === 'yes' || value === 'true')

const Environment = z.object({
  HOST: z
    .string()
    .regex(/^[\w.:%-]+$/, 'a host name or an IP address, such as 127.0.0.1')
    .default('127.0.0.1'),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'a number from 0 to 65535')
    .transform(Number)
    .refine((port) => port <= 65535, 'a number from 0 to 65535')
    .default(3000),
  PUBLIC_URL: webUrl.refine(
    (value) => value === undefined || (URL.canParse(value) && new URL(value).pathname === '/'),
    'an origin without a path, such as https://sheaf.example.org',
  ),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((list, context) => {
      const proxies = readTrustedProxies(list)
      if (proxies) return proxies
      context.addIssue({ code: 'custom', message: 'addresses or networks, such as 127.0.0.1, 10.0.0.0/8' })
      return z.NEVER
    }),
  COUNTRIES_FILE: text,
  EMBED_ORIGINS: z
    .string()
    .default('')
    .transform((list, context) => {
      const named = list.split(',').flatMap((one) => one.trim() || [])
      if (named.every(isOrigin)) return named.map((one) => new URL(one).origin)
      context.addIssue({
        code: 'custom',
        message: 'origins without a path, such as https://intranet.example.org',
      })
      return z.NEVER
    }),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: url(['postgres:', 'postgresql:'], 'an address that starts with postgres://'),
  REDIS_URL: url(['redis:', 'rediss:'], 'an address that starts with redis:// or rediss://'),
  S3_ENDPOINT: webUrl,
  S3_BUCKET: text,
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  SMTP_URL: url(['smtp:', 'smtps:'], 'an address that starts with smtp:// or smtps://'),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/, 'a sender such as Sheaf <sheaf@example.org>')
    .default('Sheaf <sheaf@localhost>'),
  AUTH_SECRET: z.string().min(32, 'at least 32 characters').optional(),
  GITHUB_CLIENT_ID: text,
  GITHUB_CLIENT_SECRET: text,
  GITHUB_AUTHORIZE_URL: webUrl,
  GITHUB_TOKEN_URL: webUrl,
  GITHUB_USERINFO_URL: webUrl,
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  GOOGLE_AUTHORIZE_URL: webUrl,
  GOOGLE_TOKEN_URL: webUrl,
  GOOGLE_USERINFO_URL: webUrl,
  OIDC_ISSUER: webUrl,
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  OIDC_NAME: z.string().trim().max(40, 'at most 40 characters').optional(),
  SIGN_UP: z.enum(SIGN_UP, `one of ${SIGN_UP.join(', ')}`).default('open'),
  OPENAI_API_KEY: text,
  OPENAI_BASE_URL: webUrl,
  ANTHROPIC_API_KEY: text,
  ANTHROPIC_BASE_URL: webUrl,
  AI_MODEL: text,
  AI_CONTEXT_TOKENS: count('a number of tokens such as 8000').optional(),
  AI_DAILY_TOKENS: count('a number of tokens such as 200000').optional(),
  AI_FOR_VISITORS: yesOrNo('no'),
  EMBEDDING_MODEL: text,
  MEANING_SEARCH: yesOrNo('yes'),
  BUILT_IN_TRANSCRIPTION: yesOrNo('yes'),
  OPENAI_TRANSCRIBE_MODEL: text,
  OPENAI_REALTIME_MODEL: text,
  OPENAI_SPEECH_MODEL: text,
  GIPHY_API_KEY: text,
  GIPHY_BASE_URL: webUrl,
  CHROME_PATH: text,
  TURN_URL: z
    .string()
    .regex(/^turns?:[\w.:[\]?=-]+$/, 'an address such as turn:relay.example.org:3478')
    .optional(),
  TURN_SECRET: text,
  QUOTA_PERSON: size('50GB'),
  QUOTA_POD: size('200GB'),
  LOG_LEVEL: z.enum(LOG_LEVELS, `one of ${LOG_LEVELS.join(', ')}`).default('info'),
})
type Environment = z.infer<typeof Environment>

/** Variables that mean something only together. */
const TOGETHER: readonly (readonly (keyof Environment)[])[] = [
  ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['TURN_URL', 'TURN_SECRET'],
]

/**
 * Reads the settings table of rulings 8 from environment variables. An empty variable counts as not set.
 * Throws {@link ConfigError} with one line for every bad variable; values are never repeated, they may be secret.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const parsed = Environment.safeParse(given)
  const problems = parsed.success
    ? missingPartners(parsed.data)
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: expected ${issue.message}`)
  if (!parsed.success || problems.length > 0) {
    throw new ConfigError(`The settings are not right:\n${problems.map((line) => `  ${line}`).join('\n')}`)
  }
  return toConfig(parsed.data)
}

function missingPartners(values: Environment): string[] {
  return TOGETHER.flatMap((names) => {
    const missing = names.filter((name) => values[name] === undefined)
    if (missing.length === 0 || missing.length === names.length) return []
    const set = names.find((name) => values[name] !== undefined)
    return missing.map((name) => `${name}: expected a value, because ${set} is set`)
  })
}

function toConfig(values: Environment): Config {
  return {
    host: values.HOST,
    port: values.PORT,
    publicUrl: values.PUBLIC_URL === undefined ? null : new URL(values.PUBLIC_URL).origin,
    isTrustedProxy: values.TRUSTED_PROXIES,
    countriesFile: values.COUNTRIES_FILE === undefined ? null : resolve(values.COUNTRIES_FILE),
    embedOrigins: values.EMBED_ORIGINS,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL ?? null,
    redisUrl: values.REDIS_URL ?? null,
    s3:
      values.S3_ENDPOINT && values.S3_BUCKET && values.S3_ACCESS_KEY_ID && values.S3_SECRET_ACCESS_KEY
        ? {
            endpoint: values.S3_ENDPOINT,
            bucket: values.S3_BUCKET,
            region: values.S3_REGION,
            accessKeyId: values.S3_ACCESS_KEY_ID,
            secretAccessKey: values.S3_SECRET_ACCESS_KEY,
          }
        : null,
    mail: { smtpUrl: values.SMTP_URL ?? null, from: values.MAIL_FROM },
    authSecret: values.AUTH_SECRET ?? null,
    github: oauth(values, 'GITHUB'),
    google: oauth(values, 'GOOGLE'),
    oidc:
      values.OIDC_ISSUER && values.OIDC_CLIENT_ID && values.OIDC_CLIENT_SECRET
        ? {
            issuer: values.OIDC_ISSUER,
            clientId: values.OIDC_CLIENT_ID,
            clientSecret: values.OIDC_CLIENT_SECRET,
            name: values.OIDC_NAME ?? 'Single sign-on',
          }
        : null,
    signUp: values.SIGN_UP,
    ai: {
      openai: { apiKey: values.OPENAI_API_KEY ?? null, baseUrl: values.OPENAI_BASE_URL ?? null },
      anthropic: { apiKey: values.ANTHROPIC_API_KEY ?? null, baseUrl: values.ANTHROPIC_BASE_URL ?? null },
      model: values.AI_MODEL ?? null,
      contextTokens: values.AI_CONTEXT_TOKENS ?? null,
      dailyTokens: values.AI_DAILY_TOKENS ?? null,
      isForVisitors: values.AI_FOR_VISITORS,
      embeddingModel: values.EMBEDDING_MODEL ?? null,
      meaningSearch: values.MEANING_SEARCH,
      builtInTranscription: values.BUILT_IN_TRANSCRIPTION,
      transcribeModel: values.OPENAI_TRANSCRIBE_MODEL ?? null,
      realtimeModel: values.OPENAI_REALTIME_MODEL ?? null,
      speechModel: values.OPENAI_SPEECH_MODEL ?? null,
    },
    giphy: { apiKey: values.GIPHY_API_KEY ?? null, baseUrl: values.GIPHY_BASE_URL ?? null },
    chromePath: values.CHROME_PATH ?? null,
    turn: values.TURN_URL && values.TURN_SECRET ? { url: values.TURN_URL, secret: values.TURN_SECRET } : null,
    quota: { person: values.QUOTA_PERSON, pod: values.QUOTA_POD },
    logLevel: values.LOG_LEVEL,
  }
}

function oauth(values: Environment, provider: 'GITHUB' | 'GOOGLE'): OAuthConfig | null {
  const clientId = values[`${provider}_CLIENT_ID`]
  const clientSecret = values[`${provider}_CLIENT_SECRET`]
  if (!clientId || !clientSecret) return null
  return {
    clientId,
    clientSecret,
    authorizeUrl: values[`${provider}_AUTHORIZE_URL`] ?? null,
    tokenUrl: values[`${provider}_TOKEN_URL`] ?? null,
    userinfoUrl: values[`${provider}_USERINFO_URL`] ?? null,
  }
}
