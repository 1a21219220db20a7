import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, readSync } from 'node:fs'
import path from 'node:path'

const maxBytes = 20 * 1024 * 1024

/** An open log: child processes write to the descriptor directly, so that nothing is lost when they die. */
export interface LogFile {
  fd: number
  /** Empties the file when it exceeds its maximum size; children open it for appending, so they continue at its start. */
  bound(): void
  close(): void
}

/** Empties a log and opens it for appending. */
export function openLog(file: string): LogFile {
  mkdirSync(path.dirname(file), { recursive: true })
  const fd = openSync(file, 'a', 0o600)
  ftruncateSync(fd)
  return {
    fd,
    bound() {
      if (fstatSync(fd).size > maxBytes) ftruncateSync(fd)
    },
    close() {
      closeSync(fd)
    },
  }
}

/** The last lines of a log, empty when there is none. */
export function lastLines(file: string, count: number): string[] {
  return readTail(file, 16 * 1024)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-count)
}

function readTail(file: string, bytes: number): string {
  try {
    const fd = openSync(file, 'r')
    try {
      const { size } = fstatSync(fd)
      const buffer = Buffer.alloc(Math.min(bytes, size))
      readSync(fd, buffer, 0, buffer.length, size - buffer.length)
      return buffer.toString('utf8')
    } finally {
      closeSync(fd)
    }
  } catch {
    return ''
  }
}
