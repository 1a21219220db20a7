/** Headers that put calls into one new trace (W3C Trace Context), so that those at night see them as one thing. */
export function newTraceHeaders(): { traceparent: string } {
  const [trace, span] = [hex(16), hex(8)]
  return { traceparent: `00-${trace}-${span}-01` }
}

function hex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes))
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
