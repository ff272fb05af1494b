import type { LogEntry } from 'shared/contract/evidence-log'
import {
  type CheckpointWitness,
  commitmentOf,
  type InclusionJudgement,
  judgeInclusion,
  type NoteCrypto,
  parsePolicy,
  parseSealedEntry,
} from 'shared/contract/transparency-log'
import type { EvidenceFile, EvidenceFinding, EvidenceTone } from './finding.ts'

const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

/** Older browsers do not know Ed25519. */
class UnknownAlgorithm extends Error {}

const verify: NoteCrypto['verify'] = async (publicKey, message, signature) => {
  const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']).catch((cause: unknown) => {
    throw new UnknownAlgorithm('Ed25519', { cause })
  })
  return crypto.subtle.verify('Ed25519', key, signature, message)
}

const browserCrypto: NoteCrypto = { sha256, verify }

interface CompletionFacts {
  readonly sha256: unknown
}

const readFacts = (data: string): CompletionFacts => {
  const facts: unknown = JSON.parse(data)
  return typeof facts === 'object' && facts !== null && 'sha256' in facts ? facts : { sha256: undefined }
}

/** The proof is that of another document, or of none that was completed, unless the log of this one has its facts. */
const isOfLog = (opening: string, log: readonly LogEntry[]): boolean => {
  const entry = parseSealedEntry(opening)
  return log.some(
    ({ kind, hash, document_id, happened_at, data }) =>
      kind === 'document-completed' &&
      hash === entry?.logHead &&
      document_id === entry.documentId &&
      happened_at === entry.completedAt &&
      readFacts(data).sha256 === entry.sha256,
  )
}

const entryOf =
  (log: readonly LogEntry[]) =>
  async (extra: Uint8Array): Promise<Uint8Array | undefined> => {
    const opening = new TextDecoder().decode(extra)
    return isOfLog(opening, log) ? commitmentOf(opening, sha256) : undefined
  }

const utcText = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')

const witnessText = ({ name, time }: CheckpointWitness): string => `Testigo ${name}: ${utcText(time)} UTC`

const refusals: Readonly<Record<Extract<InclusionJudgement, { kind: 'refused' }>['fault'], string>> = {
  unreadable: 'La prueba del registro público de sellos no se puede leer.',
  'unknown-log': 'La prueba es de un registro de sellos que aquí no se conoce.',
  'false-signature': 'Una firma de la prueba del registro público de sellos es falsa.',
  'not-included': 'La prueba no muestra que el registro público de sellos contenga este documento.',
}

type Verdict = Pick<EvidenceFinding, 'tone' | 'title' | 'details'>

const verdictOf = (judged: InclusionJudgement): Verdict => {
  if (judged.kind === 'refused') return { tone: 'bad', title: refusals[judged.fault], details: [] }
  const { index, checkpoint, witnesses, isWitnessed } = judged
  const details = [`Entrada ${index + 1} de ${checkpoint.size} en ${checkpoint.origin}`, ...witnesses.map(witnessText)]
  if (isWitnessed)
    return {
      tone: 'good',
      title:
        'El sello está en el registro público, y sus testigos lo vieron. No dice quién firmó: eso lo dicen las firmas.',
      details,
    }
  const title = 'El sello está en el registro público, sin testigos independientes: lo afirma solo la plataforma.'
  return { tone: 'neutral', title, details }
}

/** @param policy that the page trusts; empty if it knows no log @returns undefined without a proof */
export const judgeSealLog = async (
  file: EvidenceFile | undefined,
  log: readonly LogEntry[],
  policy: string,
): Promise<EvidenceFinding | undefined> => {
  if (file === undefined) return undefined
  const finding = (verdict: Verdict): EvidenceFinding => ({ ...verdict, file: file.name })
  const note = (tone: EvidenceTone, title: string) => finding({ tone, title, details: [] })
  const reading = await parsePolicy(policy, sha256)
  if (reading.kind === 'malformed') return note('neutral', 'Aquí no se conoce ningún registro público de sellos.')
  try {
    const text = new TextDecoder().decode(file.bytes)
    return finding(verdictOf(await judgeInclusion(text, entryOf(log), reading.policy, browserCrypto)))
  } catch (error) {
    if (!(error instanceof UnknownAlgorithm)) throw error
    return note('neutral', 'Este navegador no puede comprobar el registro público de sellos. Prueba con uno más nuevo.')
  }
}
