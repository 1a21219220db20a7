import { z } from 'zod'

const targetSchema = z.object({
  name: z.string().min(1).max(60),
  replica: z.int().min(0),
  url: z.url({ protocol: /^http$/ }),
})

/** A process whose /metrics are shown. */
export type Target = z.infer<typeof targetSchema>

const configSchema = z.object({
  /** Port of the page, of its JSON and of /v1/traces; always on 127.0.0.1, since nobody signs in here. */
  PORT: z.coerce.number().int().min(1).max(65_535).default(8070),
  /** The processes to look at: `[{ "name", "replica", "url" }]`. */
  TARGETS: z
    .string()
    .default('[]')
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        context.addIssue('is no JSON')
        return z.NEVER
      }
    })
    .pipe(z.array(targetSchema).max(200)),
})

/** The observer's settings, checked. */
export type Config = z.infer<typeof configSchema>

/**
 * Reads the settings from the environment.
 * @throws Error that names each setting that is wrong
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const { data, error } = configSchema.safeParse(env)
  if (data) return data
  const wrong = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new Error(`The observer cannot start: ${wrong.join('; ')}`)
}
