/** An error that the person who started the stack can solve; its message contains the solution. */
export class StackError extends Error {
  override name = 'StackError'
}
