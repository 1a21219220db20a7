/** A forerunner has not arrived yet: the message climbs the retry ladder and is delivered again. */
export class NotYet extends Error {
  override name = 'NotYet'
}

/** No retry can help: the message goes to its dead-letter queue at once, with this reason. */
export class Poison extends Error {
  override name = 'Poison'
}
