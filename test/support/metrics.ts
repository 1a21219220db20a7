import type { SharedStack } from '@prankpost/test-harness'

/** The metrics that a process exposes at /metrics. */
export interface Metrics {
  /** The value of the one series of that name whose labels include these; undefined if there is none. */
  valueOf(name: string, labels?: Record<string, string>): number | undefined
  /** The values of a label, over all series of that name. */
  labelsOf(name: string, label: string): string[]
}

/** Reads a process's /metrics on its own port. @throws when it does not answer */
export async function metricsOf(
  { processes }: Pick<SharedStack, 'processes'>,
  name: string,
): Promise<Metrics> {
  const url = processes.find(({ spec }) => spec.name === name)?.spec.url
  const response = await fetch(`${url}/metrics`)
  if (!response.ok) throw new Error(`${name}: /metrics answered ${response.status}`)
  const series = [...(await response.text()).matchAll(/^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/gm)].map(
    ([, metric = '', labels = '', value]) => ({ metric, labels, value: Number(value) }),
  )
  return {
    valueOf: (metric, labels = {}) =>
      series.find(
        (one) =>
          one.metric === metric &&
          Object.entries(labels).every(([key, value]) => one.labels.includes(`${key}="${value}"`)),
      )?.value,
    labelsOf: (metric, label) =>
      series.flatMap((one) =>
        one.metric === metric ? (one.labels.match(`${label}="([^"]*)"`)?.[1] ?? []) : [],
      ),
  }
}
