/** The part of a document that tests check. */
export interface Document {
  components: Record<string, Record<string, unknown>>
}

/** Returns the distinct references in a document. */
export function refsIn(document: unknown): string[] {
  const found = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, part] of Object.entries(value)) {
      if (key === '$ref') found.add(String(part))
      else visit(part)
    }
  }
  visit(document)
  return [...found]
}

/** Resolves a reference of a document; undefined when the target does not exist. */
export function follow(document: unknown, ref: string): unknown {
  const steps = ref.replace(/^#\//, '').split('/')
  return steps.reduce<unknown>(
    (place, step) =>
      (place as Record<string, unknown> | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  )
}

/** Returns the unused components of a kind. */
export function unusedIn(document: Document, kind: string): string[] {
  const refs = new Set(refsIn(document))
  return Object.keys(document.components[kind] ?? {}).filter(
    (name) => !refs.has(`#/components/${kind}/${name}`),
  )
}
