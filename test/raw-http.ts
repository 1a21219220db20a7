import { connect } from 'node:net'

/**
 * Sends these very bytes, and resolves with all that came back once the server hung up, or said nothing more
 * for a while.
 */
export function sendBytes(baseUrl: string, bytes: string, silenceMs = 400): Promise<string> {
  const { hostname, port } = new URL(baseUrl)
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'))
    const end = () => {
      socket.destroy()
      resolve(answer)
    }
    // The first byte may take its time on a busy machine; after it, silence is the end.
    socket.setTimeout(10_000, end)
    socket.on('data', (data) => {
      answer += data.toString('latin1')
      socket.setTimeout(silenceMs)
    })
    socket.on('close', end)
    socket.on('error', end)
  })
}

/** The status of each answer in what came back. */
export const statusesIn = (answer: string): number[] =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
