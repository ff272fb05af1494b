import type { PageRect } from '../../src/syntax/index.ts'
import type { AttackIdentities } from './identities.ts'

/**
 * `accept`: the signatures are good, whatever else the file
 * holds. `tell`: a later change shows something else by right;
 * a verifier names page and rectangle, and does not call the
 * document unchanged. `refuse`: what the pages show is not what
 * was signed. `distrust`: the signature proves nothing.
 */
export type ExpectedVerdict = 'accept' | 'tell' | 'refuse' | 'distrust'

export interface CaseVerdict {
  readonly file: string
  /** A letter of the structural classes, or the number of a family. */
  readonly class: string
  readonly attack: string
  readonly right: ExpectedVerdict
  /** Fields of the signatures that the attack is about. */
  readonly victims: readonly string[]
  /** For `tell`: what the change covers, in fractions of the visible page. */
  readonly place?: { readonly page: number; readonly rect: PageRect }
  readonly why: string
  /** Standard and section, or the readers that show it. */
  readonly source: string
}

export interface AttackFile extends CaseVerdict {
  readonly make: (identities: AttackIdentities) => Promise<Uint8Array>
}

export const WHOLE_PLACE: CaseVerdict['place'] = { page: 1, rect: { x: 0, y: 0, width: 1, height: 1 } }

/** Where the contract states its price. */
export const PRICE_PLACE: CaseVerdict['place'] = {
  page: 1,
  rect: { x: 60 / 595, y: (842 - 725) / 842, width: 420 / 595, height: 35 / 842 },
}
