import { createHmac } from 'node:crypto'
import { isSameSecret } from 'shared/server'
import type { BounceEnvironment } from '../../platform/environment/mail-environment.ts'

declare module '../../platform/services.ts' {
  interface ApiServices {
    readonly bounces: BounceAddress | null
  }
}

/** VERP: each path names one mail. */
export interface BounceAddress {
  returnPathOf(mailId: number): string
  mailIdOf(addresses: readonly string[]): number | undefined
  isSecret(given: string): boolean
}

/** Domain separation. */
const LABEL = 'trazo return path v1'
/** Of the mail's id in the address. */
const RADIX = 36
/** Local parts have at most 64 characters (RFC 5321, 4.5.3.1.1). */
const PROOF = 24
const TOKEN = /^([1-9a-z][0-9a-z]{0,10})-([0-9a-f]{24})$/

/**
 * Makes and reads envelope senders such as `bounces+<id>-<proof>@example.com`. The proof is an HMAC: no stranger can report
 * other mails as bounced.
 */
export const createBounceAddress = ({ address, secret }: BounceEnvironment): BounceAddress => {
  const [local = '', domain = ''] = address.toLowerCase().split('@')
  const proofOf = (id: string): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify([LABEL, id]))
      .digest('hex')
      .slice(0, PROOF)
  /** Servers may change the case. */
  const readOne = (given: string): number | undefined => {
    const [before = '', after] = given.toLowerCase().split('@')
    if (after !== domain || !before.startsWith(`${local}+`)) return undefined
    const [, id = '', proof = ''] = TOKEN.exec(before.slice(local.length + 1)) ?? []
    const mailId = Number.parseInt(id, RADIX)
    return Number.isSafeInteger(mailId) && isSameSecret(proof, proofOf(id)) ? mailId : undefined
  }
  return {
    returnPathOf: (mailId) => {
      const id = mailId.toString(RADIX)
      return `${local}+${id}-${proofOf(id)}@${domain}`
    },
    mailIdOf: (addresses) => addresses.map(readOne).find((id) => id !== undefined),
    isSecret: (given) => isSameSecret(given, secret),
  }
}
