import { toHex } from './bytes.ts'
import { type Certificate, nameAttributes, readText } from './certificate.ts'
import { type DerElement, derChildren, readDer, readOid } from './der-reader.ts'
import { objectIdentifiers } from './oids.ts'

/** Tags of GeneralName (RFC 5280, 4.2.1.6). */
const EMAIL = 0x81
/** Tags of GeneralName (RFC 5280, 4.2.1.6). */
const DNS = 0x82
const DIRECTORY = 0xa4

/** A name in the form that its kind compares; a directory name as its parts. */
interface ComparedName {
  readonly tag: number
  readonly parts: readonly string[]
}

/** String types of X.520 (RFC 5280, 4.1.2.4). */
const TEXTS: readonly number[] = [0x0c, 0x13, 0x14, 0x16, 0x1e]

/** Without case and repeated spaces (RFC 5280, 7.1). */
const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

const foldValue = (value: DerElement | undefined): string => {
  if (value === undefined) return ''
  return TEXTS.includes(value.identifier) ? `"${fold(readText(value))}"` : toHex(value.encoded)
}

/** One part for each relative name; the order in a SET does not matter. */
const readDirectory = (name: DerElement): string[] =>
  derChildren(name, 0x30).map((relative) =>
    derChildren(relative, 0x31)
      .map((pair) => {
        const [type, value] = derChildren(pair, 0x30)
        return `${readOid(type)}=${foldValue(value)}`
      })
      .toSorted()
      .join('+'),
  )

const latin = new TextDecoder('latin1')
const withoutRootDot = (host: string): string => host.toLowerCase().replace(/\.$/, '')

/** The host without case; the local part as it is (RFC 5321, 2.4). */
function readAddress(text: string): string {
  const at = text.lastIndexOf('@')
  return at < 0 ? withoutRootDot(text) : `${text.slice(0, at)}@${withoutRootDot(text.slice(at + 1))}`
}

function readGeneral({ identifier: tag, contents }: DerElement): ComparedName {
  if (tag === DIRECTORY) return { tag, parts: readDirectory(readDer(contents)) }
  const text = latin.decode(contents)
  if (tag === EMAIL) return { tag, parts: [readAddress(text)] }
  return { tag, parts: tag === DNS ? [withoutRootDot(text)] : [] }
}

/** Subject and alternative names; addresses in the subject count as addresses. */
function namesOf({ subject, alternativeNames }: Certificate): ComparedName[] {
  const name = readDer(subject)
  const directory = readDirectory(name)
  const addresses = nameAttributes(name).filter(([type]) => type === objectIdentifiers.emailAddress)
  return [
    ...(directory.length === 0 ? [] : [{ tag: DIRECTORY, parts: directory }]),
    ...addresses.map(([, text]) => ({ tag: EMAIL, parts: [readAddress(text)] })),
    ...(alternativeNames === undefined ? [] : derChildren(readDer(alternativeNames), 0x30).map(readGeneral)),
  ]
}

const isHostIn = (host: string, base: string): boolean => {
  if (base === '' || host === base) return true
  return host.endsWith(base.startsWith('.') ? base : `.${base}`)
}

function isAddressIn(address: string, base: string): boolean {
  if (base === '' || base.includes('@')) return base === '' || address === base
  const host = address.slice(address.lastIndexOf('@') + 1)
  return base.startsWith('.') ? host.endsWith(base) : host === base
}

function isWithin({ tag, parts }: ComparedName, base: ComparedName): boolean {
  if (tag === DIRECTORY) return base.parts.every((part, index) => parts[index] === part)
  const [name = '', within = ''] = [parts[0], base.parts[0]]
  return tag === EMAIL ? isAddressIn(name, within) : isHostIn(name, within)
}

interface Constraints {
  readonly permitted: readonly ComparedName[]
  readonly excluded: readonly ComparedName[]
}

function readSubtrees(list: DerElement | undefined): ComparedName[] {
  if (list === undefined) return []
  return derChildren(list, list.identifier).map((subtree) => {
    const [base, ...rest] = derChildren(subtree, 0x30)
    // The minimum must be 0 and the maximum absent.
    if (base === undefined || rest.length > 0) throw new RangeError('a subtree with limits')
    return readGeneral(base)
  })
}

function readConstraints(encoded: Uint8Array): Constraints {
  const parts = derChildren(readDer(encoded), 0x30)
  const listOf = (tag: number) => readSubtrees(parts.find(({ identifier }) => identifier === tag))
  if (parts.some(({ identifier }) => identifier !== 0xa0 && identifier !== 0xa1)) throw new RangeError('unknown list')
  return { permitted: listOf(0xa0), excluded: listOf(0xa1) }
}

const UNDERSTOOD: readonly number[] = [EMAIL, DNS, DIRECTORY]

/** `unfit`: the constraint is of a kind that is not compared here. */
export type NameProblem = 'violated' | 'unfit'

function judgeName(name: ComparedName, { permitted, excluded }: Constraints): NameProblem | undefined {
  const ofKind = ({ tag }: ComparedName): boolean => tag === name.tag
  const [allowed, denied] = [permitted.filter(ofKind), excluded.filter(ofKind)]
  if (allowed.length + denied.length === 0) return undefined
  if (!UNDERSTOOD.includes(name.tag)) return 'unfit'
  if (denied.some((base) => isWithin(name, base))) return 'violated'
  return allowed.length > 0 && !allowed.some((base) => isWithin(name, base)) ? 'violated' : undefined
}

const worst = (problems: readonly (NameProblem | undefined)[]): NameProblem | undefined =>
  problems.find((problem) => problem === 'violated') ?? problems.find((problem) => problem !== undefined)

const isSelfIssued = ({ subject, issuer }: Certificate): boolean => toHex(subject) === toHex(issuer)

function judgeBelow(encoded: Uint8Array, below: readonly Certificate[]): NameProblem | undefined {
  try {
    const constraints = readConstraints(encoded)
    // A renewed authority certifies itself (RFC 5280, 6.1.3, b).
    const bound = below.filter((certificate, index) => index === 0 || !isSelfIssued(certificate))
    return worst(bound.flatMap(namesOf).map((name) => judgeName(name, constraints)))
  } catch {
    return 'unfit'
  }
}

/**
 * Enforces name constraints, critical or not (RFC 5280, 4.2.1.10).
 * @param certificates from the signer to the root
 */
export const judgeNames = (certificates: readonly Certificate[]): NameProblem | undefined =>
  worst(
    certificates.map(({ nameConstraints }, index) =>
      nameConstraints === undefined ? undefined : judgeBelow(nameConstraints, certificates.slice(0, index)),
    ),
  )
