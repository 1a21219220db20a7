/** One line of Prometheus' text format. */
export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

/**
 * Reads Prometheus' text format (prometheus.io/docs/instrumenting/exposition_formats). Lines that it does not
 * understand, and time stamps, are passed over. By hand: the parsers on npm have not been looked after for years.
 */
export function parsePrometheusText(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value = ''] = line.match(sampleLine) ?? []
    return name === undefined ? [] : [{ name, labels: labelsOf(labels), value: numberOf(value) }]
  })
}

const sampleLine =
  /^\s*([a-zA-Z_:][\w:]*)(?:\s*\{((?:[^"}]|"(?:[^"\\]|\\.)*")*)\}\s*|\s+)(\S+)(?:\s+-?\d+)?\s*$/

function labelsOf(text: string): Record<string, string> {
  const pairs = text.matchAll(/([a-zA-Z_]\w*)\s*=\s*"((?:[^"\\]|\\.)*)"/g)
  return Object.fromEntries([...pairs].map(([, name = '', value = '']) => [name, unescaped(value)]))
}

const unescaped = (text: string) =>
  text.replace(/\\(.)/g, (_all, sign: string) => (sign === 'n' ? '\n' : sign))

function numberOf(text: string): number {
  const infinite = text.match(/^([+-]?)Inf$/)
  if (infinite) return infinite[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  return Number(text)
}
