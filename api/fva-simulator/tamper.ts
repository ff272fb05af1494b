import { concatBytes, openPdf, pdfArray, withEntries } from 'pdf'
import { inflateWithNode } from 'pdf/node'
import { pageRef } from 'pdf/sign'
import { startRevision } from 'pdf/write'
import type { Hierarchy } from '../test/support/stand-in-firmador/hierarchy.ts'
import type { RevocationServer } from '../test/support/stand-in-firmador/revocation-server.ts'
import { certifyPerson, createSignPdf, type SigningInput, type SignPdf } from './sign-pdf.ts'

export const copyFaults = [
  'none',
  'bytes',
  'unsigned',
  'two',
  'page',
  'cover',
  'person',
  'revoked',
  'stranger',
] as const
export type CopyFault = (typeof copyFaults)[number]

export interface SimulatedSigner {
  readonly hierarchy: Hierarchy
  readonly sign: SignPdf
  readonly stranger: () => Promise<Hierarchy>
  readonly revocation: RevocationServer
}

type Job = Omit<SigningInput, 'person'> & { readonly serialNumber: string }

const withOtherBytes = (bytes: Uint8Array): Uint8Array => {
  const copy = Uint8Array.from(bytes)
  const header = copy.indexOf(0x0a) - 1
  copy[header] = copy[header] === 0x37 ? 0x36 : 0x37
  return copy
}

const withOtherPage = (bytes: Uint8Array): Uint8Array => {
  const document = openPdf(bytes, { inflate: inflateWithNode })
  const revision = startRevision(document)
  const { dict } = document.page(1)
  revision.put(pageRef(document, 1), withEntries(dict, { MediaBox: pdfArray([0, 0, 300, 300]) }))
  return concatBytes([bytes, revision.build().tail])
}

const signWith = async ({ hierarchy, sign }: SimulatedSigner, { serialNumber, ...input }: Job): Promise<Uint8Array> =>
  sign({ ...input, person: await certifyPerson(hierarchy, serialNumber) })

const signRevoked = async ({ hierarchy, sign, revocation }: SimulatedSigner, { serialNumber, ...input }: Job) => {
  const person = await certifyPerson(hierarchy, serialNumber, { extensions: [revocation.ocspExtension] })
  const [certificate] = person.certificates
  await revocation.know(certificate)
  revocation.revoke(certificate, new Date(input.at.getTime() - 60_000))
  return sign({ ...input, person })
}

const signAsStranger = async ({ stranger }: SimulatedSigner, job: Job) => {
  const hierarchy = await stranger()
  return signWith({ hierarchy, sign: await createSignPdf(hierarchy) } as SimulatedSigner, job)
}

export const signWithFault = async (signer: SimulatedSigner, job: Job, fault: CopyFault): Promise<Uint8Array> => {
  switch (fault) {
    case 'none':
      return signWith(signer, job)
    case 'bytes':
      return signWith(signer, { ...job, document: withOtherBytes(job.document) })
    case 'unsigned':
      return job.document
    case 'two':
      return signWith(signer, { ...job, document: await signWith(signer, job), field: 'own' })
    case 'page':
      return signWith(signer, { ...job, document: withOtherPage(job.document) })
    case 'cover':
      return signWith(signer, { ...job, field: 'own', box: [50, 300, 300, 340] })
    case 'person':
      return signWith(signer, { ...job, serialNumber: 'CPF-09-0999-0999' })
    case 'revoked':
      return signRevoked(signer, job)
    case 'stranger':
      return signAsStranger(signer, job)
  }
}
