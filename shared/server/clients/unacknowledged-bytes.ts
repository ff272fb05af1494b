import { readFile } from 'node:fs/promises'

const readTable = (path: string): Promise<string> => readFile(path, 'latin1').catch(() => '')

/** Established, or closed by the client alone. */
const linesOf = (port: number): RegExp =>
  new RegExp(`: [\\dA-F]+:${hexPort(port)} [\\dA-F]+:([\\dA-F]{4}) (?:01|08) ([\\dA-F]{8}):`, 'g')

const hexPort = (port: number): string => port.toString(16).toUpperCase().padStart(4, '0')

/**
 * Bytes that the kernel still holds for each client's port. Without them
 * a slow reader seems to stand still: the kernel takes megabytes at once,
 * and more only when a third of them is gone.
 * @param port of the server
 * @returns the sum for clients with the same port; empty where there is
 * no /proc (not Linux)
 */
export const readUnacknowledged = async (port: number): Promise<ReadonlyMap<number, number>> => {
  const tables = await Promise.all(['/proc/self/net/tcp', '/proc/self/net/tcp6'].map(readTable))
  const held = new Map<number, number>()
  for (const [, remote = '', bytes = ''] of tables.join('\n').matchAll(linesOf(port))) {
    const client = Number.parseInt(remote, 16)
    held.set(client, (held.get(client) ?? 0) + Number.parseInt(bytes, 16))
  }
  return held
}
