import { trimSigns, wordsOf } from './plain-words.ts'

/** Parties of Costa Rican contracts, without accents and gender: «arrendatari» is «arrendatario» and «arrendataria». */
const stems = [
  'abogad',
  'acreedor',
  'administrador',
  'agente',
  'albacea',
  'apoderad',
  'arrendador',
  'arrendante',
  'arrendatari',
  'asesor',
  'asociad',
  'autorizad',
  'beneficiari',
  'cedente',
  'cesionari',
  'cliente',
  'comodante',
  'comodatari',
  'comprador',
  'compañi',
  'concesionari',
  'consultor',
  'consumidor',
  'contador',
  'contratante',
  'contratista',
  'coordinador',
  'deudor',
  'director',
  'distribuidor',
  'donante',
  'donatari',
  'emplead',
  'empleador',
  'empresa',
  'encargad',
  'fiador',
  'fideicomitente',
  'fiduciari',
  'franquiciad',
  'franquiciante',
  'garante',
  'gerente',
  'inquilin',
  'interesad',
  'licenciante',
  'licenciatari',
  'mandante',
  'mandatari',
  'mutuante',
  'mutuari',
  'notari',
  'oferente',
  'paciente',
  'patron',
  'poderdante',
  'presidente',
  'president',
  'prestador',
  'prestatari',
  'profesional',
  'promitente',
  'propietari',
  'proveedor',
  'representante',
  'responsable',
  'secretari',
  'sociedad',
  'soci',
  'solicitante',
  'suscriptor',
  'tesorer',
  'testig',
  'trabajador',
  'transportista',
  'vendedor',
] as const
const endings = ['', 'o', 'a', 'os', 'as', 'es', 'e', 's']
const parties: ReadonlySet<string> = new Set(stems.flatMap((stem) => endings.map((ending) => stem + ending)))

const articles = new Set(['el', 'la', 'los', 'las', 'por', 'parte', 'del', 'de'])

const isPartyWord = (word: string): boolean => parties.has(word)

const WORDS_OF_ROLE = 6

/**
 * @returns the role that a short text is about: «El arrendatario», «Por la Vendedora:», «Testigo 1»; undefined for a
 * sentence
 */
export const partyOf = (text: string): string | undefined => {
  const words = wordsOf(text)
  if (words.length > WORDS_OF_ROLE) return undefined
  const first = words.findIndex((word) => !articles.has(word))
  return isPartyWord(words[first] ?? '') ? withoutPor(trimSigns(text)) : undefined
}

const withoutPor = (text: string): string => (/^por[\s:]/i.test(text) ? trimSigns(text.slice('por'.length)) : text)

/** @returns «arrendatario» of «Firma del arrendatario» */
export const partyAfterLabel = (text: string): string | undefined => {
  const of = /\s(?:del|de la|de los|de las|de)\s/i.exec(text)
  if (of === null) return undefined
  const rest = trimSigns(text.slice(of.index + of[0].length))
  return isPartyWord(wordsOf(rest)[0] ?? '') ? rest : undefined
}
