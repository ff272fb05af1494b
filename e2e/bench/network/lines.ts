import type { LinkSpeed } from './slow-link.ts'
import { openSlowLink } from './slow-link.ts'

/** A mediocre mobile connection. */
const SLOW: LinkSpeed = { megabitsPerSecond: 10, roundTripMs: 60 }

/** A phone far from its antenna. */
const PHONE: LinkSpeed = { megabitsPerSecond: 1.6, roundTripMs: 150 }

export const networkNames = ['loopback', 'slow', 'phone'] as const
export type NetworkName = (typeof networkNames)[number]

/** The lines to one site, which listens on `port` of this machine. */
export const openLines = async (port: number) => {
  const slow = await openSlowLink(port, SLOW)
  const phone = await openSlowLink(port, PHONE)
  const ports: Readonly<Record<NetworkName, number>> = { loopback: port, slow: slow.port, phone: phone.port }
  return {
    origin: (network: NetworkName): string => `http://localhost:${ports[network]}`,
    /** Bytes that browsers got so far by the line of an address; 0 on loopback, which counts none. */
    delivered: (address: string): number =>
      [slow, phone].find(({ port: one }) => one === Number(new URL(address).port))?.delivered() ?? 0,
    close: async (): Promise<void> => {
      await Promise.all([slow.close(), phone.close()])
    },
  }
}
