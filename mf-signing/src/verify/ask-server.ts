import type { RevocationEvidence, VerificationReport } from 'pdf/verify'
import {
  decodeBase64,
  encodeBase64,
  verifyFileCall,
  verifyRevocationCall,
  verifyTrustCall,
} from 'shared/contract/verify'
import { parseReply, readFailure, request, unansweredCall, urlOf } from 'shared/http'
import type { VerificationAuthorities } from './verification-task.ts'

export const loadAuthorities = async (): Promise<VerificationAuthorities> => {
  const { roots, intermediates } = await request(verifyTrustCall, { bearer: 'none' })
  return {
    roots: roots.map(({ certificate, kind }) => ({ certificate: decodeBase64(certificate), kind })),
    intermediates: intermediates.map(decodeBase64),
  }
}

/** Without duplicates. */
export const pairsOf = (report: VerificationReport): (readonly [certificate: string, issuer: string])[] => {
  const chains = report.kind === 'signed' ? report.signatures.map(({ certificate }) => certificate?.chain ?? []) : []
  const pairs = chains.flatMap((chain) =>
    chain.slice(1).map((issuer, index) => [encodeBase64(chain[index] ?? issuer), encodeBase64(issuer)] as const),
  )
  return [...new Map(pairs.map((pair) => [pair.join(' '), pair])).values()]
}

/** Sends only certificates, never the file. */
export const askRevocation = async (report: VerificationReport, signal: AbortSignal): Promise<RevocationEvidence> => {
  const answers = await Promise.all(
    pairsOf(report).map(([certificate, issuer]) =>
      request(verifyRevocationCall, { bearer: 'none', body: { certificate, issuer }, signal }),
    ),
  )
  const taken = (key: 'ocsp' | 'crl') =>
    answers.flatMap(({ [key]: text }) => (text === null ? [] : [decodeBase64(text)]))
  return { ocsps: taken('ocsp'), crls: taken('crl') }
}

export const verifyOnServer = async (file: File, signal: AbortSignal): Promise<VerificationReport> => {
  const body = new FormData()
  body.append('file', file)
  const answer = await fetch(urlOf(verifyFileCall), { method: 'POST', body, signal }).catch(unansweredCall)
  const text = await answer.text().catch(unansweredCall)
  if (!answer.ok) throw readFailure(answer.status, text)
  return parseReply(verifyFileCall, answer.status, text)
}
