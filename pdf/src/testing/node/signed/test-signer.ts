import type { TrustedRoot } from '../../../cms/chain.ts'
import { encodePng, type FieldToPrepare, type FormFill } from '../../../sign/index.ts'
import type { PageRect } from '../../../syntax/index.ts'
import { closeDocument, evidenceFor, signAsPerson } from '../national-document.ts'
import { type IssuedKey, makeNationalHierarchy, type NationalHierarchy, personOf } from '../national-hierarchy.ts'

interface FieldSigning {
  readonly document: Uint8Array
  readonly fieldName: string
  readonly signer: { readonly name: string; readonly email: string }
  readonly appearancePng: Uint8Array
  readonly signedAt: Date
  readonly fills?: readonly FormFill[]
}

interface Sealing {
  readonly document: Uint8Array
  readonly logHead: string
  readonly now: Date
}

/** The part of a signer that a test needs; the API's own satisfies it, too. */
export interface DocumentSigner {
  sign(input: FieldSigning): Promise<{ readonly tail: Uint8Array }>
  seal(input: Sealing): Promise<{ readonly tail: Uint8Array }>
}

export interface TestSigner extends DocumentSigner {
  readonly roots: readonly TrustedRoot[]
  readonly hierarchy: NationalHierarchy
  /** Of the newest signature. */
  person(): IssuedKey
}

export const testTime = new Date('2026-03-14T20:05:09.500Z')

/** Signs and seals with new keys, without the API. */
export function createTestSigner(hierarchy = makeNationalHierarchy()): TestSigner {
  const people: IssuedKey[] = []
  const evidence = async (at: Date) => {
    const all = await Promise.all(people.map((person) => evidenceFor(person, hierarchy, at)))
    const [first] = all
    if (first === undefined) throw new Error('somebody has signed')
    const rest = all.slice(1)
    return {
      ...first,
      certificates: [...first.certificates, ...rest.flatMap(({ certificates }) => certificates.slice(0, 1))],
      ocsps: all.flatMap(({ ocsps }) => ocsps),
    }
  }
  return {
    hierarchy,
    roots: [{ certificate: hierarchy.root.certificate, kind: 'platform' }],
    person: () => {
      const person = people.at(-1)
      if (person === undefined) throw new Error('somebody has signed')
      return person
    },
    sign: async ({ document, fieldName, signer, appearancePng, signedAt: at, fills = [] }) => {
      const person = personOf(hierarchy, { commonName: signer.name })
      people.push(person)
      const chain = [hierarchy.issuer, hierarchy.policy]
      const options = { field: fieldName, person, chain, hierarchy, at, appearancePng, fills }
      return { tail: (await signAsPerson(document, options)).slice(document.length) }
    },
    seal: async ({ document, now: at }) => ({
      tail: (await closeDocument(document, await evidence(at), { hierarchy, at })).slice(document.length),
    }),
  }
}

export function blackPng(width: number, height: number): Uint8Array {
  return encodePng({ width, height, colourType: 0, rows: new Uint8Array(height * (width + 1)) })
}

export const fieldAt = (name: string, rect: PageRect, page = 1): FieldToPrepare => ({
  name,
  page,
  rect,
  tooltip: `Firma de ${name}`,
})
