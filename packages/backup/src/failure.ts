/** An expected error; its one-line message states for the operator the problem and the solution. */
export class Failure extends Error {
  override name = 'Failure'
}
