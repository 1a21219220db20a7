/** Something that is wrong and that the operator can read about in one line, with the way out. */
export class Failure extends Error {
  override name = 'Failure'
}
