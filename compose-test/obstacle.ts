/** The run cannot begin; the message says in one line why, and what to do. */
export class Obstacle extends Error {
  override name = 'Obstacle'
}
