import { sha256Of } from '../cms/node/signed-data.ts'
import { makeAuthority, openThrowAwayAuthority, type ThrowAwayAuthority } from '../cms/node/throw-away-authority.ts'
import {
  completeSignature,
  EMBEDDED_TOKEN_BYTES,
  fillContents,
  hashPrefix,
  prepareFields,
  prepareSignature,
  prepareTimeStamp,
  reservedSize,
  samplePng,
} from '../sign/index.ts'
import { concatBytes, openPdf, PdfError } from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import { findUnsound, signedFields, verifyPdf } from '../verify/index.ts'

/** Field names that no document has. */
const FIRST = 'trazo-trial-1'
const SECOND = 'trazo-trial-2'
const FORM = 'trazo-trial-form'
const RECT = { x: 0.25, y: 0.8, width: 0.3, height: 0.1 }
const FORM_RECT = { ...RECT, y: 0.6 }

let authority: ThrowAwayAuthority | undefined

const prepared = (bytes: Uint8Array, lastPage: number): Uint8Array =>
  concatBytes([
    bytes,
    prepareFields(
      bytes,
      [
        { name: FIRST, page: lastPage, rect: RECT, tooltip: '', locks: [FORM] },
        { name: SECOND, page: 1, rect: { ...RECT, y: 0.4 }, tooltip: '' },
      ],
      [
        {
          name: FORM,
          page: lastPage,
          rect: FORM_RECT,
          tooltip: '',
          required: false,
          type: { kind: 'checkbox' },
        },
      ],
    ),
  ])

const sign = async (
  document: Uint8Array,
  fieldName: string,
  { certificates, key, stamp }: ThrowAwayAuthority,
  now: Date,
) => {
  const ready = prepareSignature({
    document,
    fieldName,
    signerName: '',
    appearancePng: samplePng(),
    signedAt: now,
    caption: '',
    certificates,
    reserved: reservedSize(certificates),
    fills: fieldName === FIRST ? [{ name: FORM, kind: 'checked' }] : [],
  })
  const value = await key.sign(ready.signedAttributes)
  return concatBytes([document, completeSignature(ready, value, await stamp(sha256Of(value)))])
}

const seal = async (document: Uint8Array, { roots, stamp }: ThrowAwayAuthority): Promise<Uint8Array> => {
  const evidence = { certificates: roots.map(({ certificate }) => certificate), ocsps: [], crls: [], missing: [] }
  const ready = prepareTimeStamp(document, evidence, {
    logHead: '00',
    logHeadKey: 'TrazoLogHead',
    reserved: EMBEDDED_TOKEN_BYTES,
    prefix: hashPrefix(document),
  })
  return concatBytes([document, fillContents(ready, await stamp(ready.digest))])
}

/**
 * Signs the document twice and seals it, with keys that are
 * thrown away, and asks the whole verifier. Objects that the
 * document uses for two purposes make our own later revisions
 * suspicious: better known before anybody is invited.
 * @returns undefined, or the reason for logs
 */
export async function findTrialProblem(bytes: Uint8Array, now: Date): Promise<string | undefined> {
  authority ??= openThrowAwayAuthority(makeAuthority('Trial'))
  try {
    const document = openPdf(bytes, { inflate: inflateWithNode })
    const first = await sign(prepared(bytes, document.pageCount), FIRST, authority, now)
    const second = await sign(first, SECOND, authority, now)
    const { roots } = authority
    const report = await verifyPdf(await seal(second, authority), { roots, inflate: inflateWithNode, now })
    const problem = findUnsound(report, {
      before: signedFields(document),
      admits: ({ severity }) => severity === 'expected',
    })
    return problem && `our signatures would be doubted: ${problem}`
  } catch (error) {
    if (error instanceof PdfError) return `our signatures would be doubted: ${error.message}`
    throw error
  }
}
