import { browserCrypto, NoEd25519Error } from './browser-crypto.ts'
import { type CheckpointWitness, type InclusionJudgement, judgeInclusion } from './judge-checkpoint.ts'
import { parsePolicy } from './policy.ts'
import { commitmentOf, parseSealedEntry, type SealedEntry } from './sealed-entry.ts'

/** For readers, in Spanish. `neutral`: true, and proves less. */
export interface InclusionWords {
  readonly tone: 'good' | 'neutral' | 'bad'
  readonly title: string
  readonly details: readonly string[]
}

const refusals: Readonly<Record<Extract<InclusionJudgement, { kind: 'refused' }>['fault'], string>> = {
  unreadable: 'La prueba del registro público de sellos no se puede leer.',
  'unknown-log': 'La prueba es de un registro de sellos que aquí no se conoce.',
  'false-signature': 'Una firma de la prueba del registro público de sellos es falsa.',
  'not-included': 'La prueba no muestra que el registro público de sellos contenga este documento.',
}

const note = (title: string): InclusionWords => ({ tone: 'neutral', title, details: [] })

const utcText = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')

const witnessText = ({ name, time }: CheckpointWitness): string => `Testigo ${name}: ${utcText(time)} UTC`

const wordsOf = (judged: InclusionJudgement): InclusionWords => {
  if (judged.kind === 'refused') return { tone: 'bad', title: refusals[judged.fault], details: [] }
  const { index, checkpoint, witnesses, isWitnessed } = judged
  const place = `Entrada ${index + 1} de ${checkpoint.size} en ${checkpoint.origin}`
  const details = [place, ...witnesses.map(witnessText)]
  if (!isWitnessed)
    return {
      tone: 'neutral',
      title: 'El sello está en el registro público, sin testigos independientes: lo afirma solo la plataforma.',
      details,
    }
  const title =
    'El sello está en el registro público, y sus testigos lo vieron. No dice quién firmó: eso lo dicen las firmas.'
  return { tone: 'good', title, details }
}

/**
 * Checks a proof in a browser, without a network, and says what it shows.
 * @param isOfDocument whether the entry's facts are those of the document at hand
 * @param policy of those whom the reader trusts (C2SP tlog-policy)
 */
export const describeInclusion = async (
  proof: string,
  isOfDocument: (entry: SealedEntry) => boolean,
  policy: string,
): Promise<InclusionWords> => {
  const entryOf = async (extra: Uint8Array): Promise<Uint8Array | undefined> => {
    const opening = new TextDecoder().decode(extra)
    const entry = parseSealedEntry(opening)
    return entry !== undefined && isOfDocument(entry) ? commitmentOf(opening, browserCrypto.sha256) : undefined
  }
  try {
    const reading = await parsePolicy(policy, browserCrypto.sha256)
    if (reading.kind === 'malformed') return note('Aquí no se conoce ningún registro público de sellos.')
    return wordsOf(await judgeInclusion(proof, entryOf, reading.policy, browserCrypto))
  } catch (error) {
    if (!(error instanceof NoEd25519Error)) throw error
    return note('Este navegador no puede comprobar el registro público de sellos. Prueba con uno más nuevo.')
  }
}
