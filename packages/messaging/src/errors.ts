/** An event that this one depends on has not arrived yet: the message goes through the retry stages and is redelivered. */
export class NotYet extends Error {
  override name = 'NotYet'
}

/** No retry can help: the message goes to its dead-letter queue at once, with this reason. */
export class Poison extends Error {
  override name = 'Poison'
}
