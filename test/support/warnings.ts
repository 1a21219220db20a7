import { readFile } from 'node:fs/promises'
import type { SharedStack } from '@prankpost/test-harness'

/** What the processes of a stack have logged as a warning or an error since a time, to explain a page's failed call. */
export async function warningsOf(
  { processes }: Pick<SharedStack, 'processes'>,
  since: Date,
): Promise<string[]> {
  const logs = await Promise.all(processes.map(({ spec }) => readFile(spec.logFile, 'utf8').catch(() => '')))
  return logs.flatMap((text) =>
    text.split('\n').filter((line) => {
      const [, time] = /^{"level":"(?:warn|error|fatal)","time":"([^"]+)"/.exec(line) ?? []
      return time !== undefined && new Date(time) >= since
    }),
  )
}
