/** Something that the person who started the stack can put right; its message says how. */
export class StackError extends Error {
  override name = 'StackError'
}
