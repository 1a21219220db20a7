/** The part of a zod schema that describes its structure. */
interface Schema {
  def?: { innerType?: Schema; element?: Schema; in?: Schema; options?: Schema[] }
  shape?: Record<string, Schema>
}

/** The names of ids in the input of an endpoint, at any depth: `orderId`, `orderIds`, `id`. */
export function idsIn(schema: object | undefined): string[] {
  const { def, shape = {} } = (schema ?? {}) as Schema
  const own = Object.entries(shape).flatMap(([name, part]) => [
    ...(/(^id|Id|Ids)$/.test(name) ? [name] : []),
    ...idsIn(part),
  ])
  const inner = [def?.innerType, def?.element, def?.in, ...(def?.options ?? [])]
  return [...own, ...inner.flatMap((part) => (part === undefined ? [] : idsIn(part)))]
}
