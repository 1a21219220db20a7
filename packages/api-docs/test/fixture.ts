/** A document as tests look at it. */
export interface Document {
  components: Record<string, Record<string, unknown>>
}

/** Every reference in a document, each once. */
export function refsIn(document: unknown): string[] {
  const found = new Set<string>()
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, part] of Object.entries(value)) {
      if (key === '$ref') found.add(String(part))
      else look(part)
    }
  }
  look(document)
  return [...found]
}

/** What a reference of a document leads to; undefined when it leads nowhere. */
export function follow(document: unknown, ref: string): unknown {
  const steps = ref.replace(/^#\//, '').split('/')
  return steps.reduce<unknown>(
    (place, step) =>
      (place as Record<string, unknown> | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  )
}

/** The components of a kind that nothing refers to. */
export function unusedIn(document: Document, kind: string): string[] {
  const refs = new Set(refsIn(document))
  return Object.keys(document.components[kind] ?? {}).filter(
    (name) => !refs.has(`#/components/${kind}/${name}`),
  )
}
