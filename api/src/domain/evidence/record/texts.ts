import type { LogEntry } from 'shared/contract/evidence-log'
import { localTime, utcTime } from '../../../platform/local-time.ts'
import { type DocumentEvidence, finalRevision } from './collect-evidence.ts'
import { factsText, kindText } from './describe-entry.ts'

const entryLines = (entry: LogEntry, who: string): string[] => {
  const { number, happened_at, kind, address, user_agent, revision_sha256, previous_hash, hash } = entry
  return [
    `${number}. ${utcTime(happened_at)} (${localTime(happened_at)} en Costa Rica)`,
    `   ${kindText(kind)}`,
    `   Quién: ${who}`,
    ...[factsText(entry)].filter(Boolean).map((facts) => `   Datos: ${facts}`),
    ...(address === null ? [] : [`   Desde: ${[address, user_agent].filter(Boolean).join(' · ')}`]),
    ...(revision_sha256 === null ? [] : [`   Archivo en ese momento: SHA-256 ${revision_sha256}`]),
    `   Entrada anterior: ${previous_hash}`,
    `   Esta entrada:     ${hash}`,
    '',
  ]
}

export const readableLog = ({ document, log, actors }: DocumentEvidence): string =>
  [
    `Registro del documento ${document.id}: ${document.original_filename}`,
    '',
    ...log.flatMap((entry) => entryLines(entry, actors.textOf(entry))),
  ].join('\n')

const sealLines = ({ seal }: DocumentEvidence): string[] =>
  seal === undefined
    ? [
        'El documento se firmó con tarjetas de firma digital. El validador oficial no admite en él otra firma, tampoco un',
        'sello de tiempo: por eso el registro se guarda aparte, en este paquete, y nada en el PDF lo nombra.',
      ]
    : [
        'El sello de tiempo que cierra el PDF nombra la cabeza que el registro tenía al sellar:',
        seal.log_head,
        'Quien cambie, quite o agregue algo antes de ese punto no puede hacer que la cabeza sea la misma. Lo que está',
        'después del sello (correos entregados, por ejemplo) sigue encadenado, y cabeza.json dice dónde termina.',
      ]

/** Logs from before signed heads are authenticated from a later entry on. */
export const authenticatedText = ({ log, stored }: Pick<DocumentEvidence, 'log' | 'stored'>): string => {
  const from = stored.head?.authenticated_from ?? 1
  const entry = log[from - 1]
  if (from === 1 || entry === undefined) return 'desde la primera entrada'
  return `desde la entrada ${from} (${utcTime(entry.happened_at)}); las anteriores se autenticaron en ese momento`
}

const headLines = (evidence: DocumentEvidence): string[] => [
  'La plataforma firma cada vez dónde termina el registro, con una llave cuyo certificado lleva a su raíz',
  '(ECDSA P-256 con SHA-256 sobre el texto JSON ["trazo-log-head-1", document_id, number, hash,',
  'authenticated_from, signed_at]). Sin esa llave nadie puede quitar, cambiar ni agregar entradas, tampoco al final.',
  `El registro está autenticado ${authenticatedText(evidence)}.`,
]

const sealLogLines: readonly string[] = [
  'EL REGISTRO PÚBLICO DE SELLOS',
  'Cada documento sellado deja en él una huella con sal: a quien no tiene sellos.tlog-proof no le dice nada. La plataforma',
  'firma su tamaño y su raíz, y los testigos de testigos.txt, si los hay, firman que solo ha crecido. La prueba muestra que',
  'el sello ya estaba en el registro que vieron; no muestra quién firmó el documento ni qué dice. Sin testigos de otras',
  'organizaciones, lo afirma solo la plataforma. Formatos: c2sp.org/tlog-proof, tlog-checkpoint y tlog-policy.',
]

/** Tells a stranger how to verify the bundle without us. */
export const evidenceReadme = (evidence: DocumentEvidence): string =>
  [
    'EVIDENCIA DE FIRMA',
    '',
    `Documento: ${evidence.document.original_filename} (${evidence.document.id})`,
    `Archivo final: SHA-256 ${finalRevision(evidence).sha256}`,
    '',
    'QUÉ HAY AQUÍ',
    'documento.pdf                     el documento con todas sus firmas',
    'revisiones/                       cada estado del archivo; desde el 1, cada uno comienza con los bytes del anterior',
    'certificado-de-finalizacion.pdf   quién firmó, con qué y cuándo, y el registro, para leer',
    'registro.jsonl                    el registro: una entrada por línea, cada una con la huella de la anterior',
    'cabeza.json                       dónde termina el registro, firmado por la plataforma, con sus sellos de tiempo',
    'registro.txt                      lo mismo que registro.jsonl, para leer',
    'sellos.tlog-proof                 que el registro público de sellos contiene este documento (desde la versión que lo trae)',
    'testigos.txt                      las llaves de ese registro y de quienes lo atestiguan',
    'certificados/                     los certificados de las firmas y las raíces en que se confía (PEM)',
    'verificar.html                    verifica todo esto en un navegador, sin conexión',
    'huellas.txt                       SHA-256 de cada archivo (sha256sum -c huellas.txt)',
    '',
    'CÓMO SE VERIFICA',
    'Abre verificar.html y elige este paquete, o documento.pdf, registro.jsonl y cabeza.json. Nada sale de tu computadora.',
    'Con otros programas: pdfsig documento.pdf, o cualquier validador de PAdES con las raíces de certificados/.',
    '',
    'La huella de una entrada es el SHA-256 del texto UTF-8 de un arreglo JSON sin espacios, con estos valores en orden:',
    'previous_hash, document_id, number, happened_at, kind, actor, data, address, user_agent, revision_sha256,',
    'actor_name, actor_email (las entradas con format 1 llegan hasta data, las de format 2 hasta revision_sha256).',
    'La primera tiene 64 ceros como huella anterior.',
    '',
    'EL FINAL DEL REGISTRO',
    ...headLines(evidence),
    '',
    'EL REGISTRO Y EL PDF',
    ...sealLines(evidence),
    '',
    ...sealLogLines,
    '',
  ].join('\n')
