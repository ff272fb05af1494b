import { createCipheriv } from 'node:crypto'
import { readEncryption } from '../../syntax/encryption/read-encryption.ts'
import {
  isRef,
  type ObjectReader,
  type PdfDict,
  type PdfObject,
  pdfArray,
  pdfDict,
  pdfName,
} from '../../syntax/index.ts'
import { type BuildOptions, buildPdf } from './build-pdf.ts'

/** Written by qpdf 11.3 with an empty user password, the owner password `owner` and all permissions; hexadecimal. */
interface EncryptionVector {
  readonly version: number
  readonly revision: number
  readonly method?: 'V2' | 'AESV2' | 'AESV3'
  readonly encryptsMetadata?: false
  readonly owner: string
  readonly user: string
  readonly userKey?: string
  readonly id: string
  readonly key: string
}

const OWNER_128 = '566fa873ee33c797cd3b904fdadf814afa34df9a38f6ed41b984e2c6da2aa6f5'
const USER_END = '0122456a91bae5134273a6db134c87c4'

export const encryptionVectors = {
  'RC4, 40 bits': {
    version: 1,
    revision: 2,
    owner: 'c92422687facee686e373f10b5c7d04738053152f7e2ee30e11c69ec442576ab',
    user: 'b4bc85e95c757fb4c77a18d058462724a45068194d2562b7938895834acfc9e2',
    id: '15889c809202754fc0f98d0a409fe36f',
    key: '318408272a',
  },
  'RC4, 128 bits': {
    version: 2,
    revision: 3,
    owner: OWNER_128,
    user: `66db3480422525daa8e2e3807fe48a8a${USER_END}`,
    id: '4bf442ec819d4e3ada595bc475a492e0',
    key: 'fe0446787566b4ba53ccabb65e39e584',
  },
  'RC4 by a crypt filter': {
    version: 4,
    revision: 4,
    method: 'V2',
    owner: OWNER_128,
    user: `6fd622f59e31f81745630eb8f51a3256${USER_END}`,
    id: '5900870954466b0f74abd3f52d6fc929',
    key: '35358c990a4224e292d4d3af7adc33ad',
  },
  'AES, 128 bits': {
    version: 4,
    revision: 4,
    method: 'AESV2',
    owner: OWNER_128,
    user: `e1576eddbedcd1bad50b9695675bca2b${USER_END}`,
    id: '10d0e38a84fb2e57f2792d69eeb34436',
    key: '73bf047ce1bcb6e6c2702979f78a6f4e',
  },
  'AES, 128 bits, plain metadata': {
    version: 4,
    revision: 4,
    method: 'AESV2',
    encryptsMetadata: false,
    owner: OWNER_128,
    user: `147a1664b7f5e458f1184825dec6bd87${USER_END}`,
    id: 'f295d1e0f7e4d9fdb212c633b771f468',
    key: '195f6283cfb506302457d922563134d1',
  },
  'AES, 256 bits, revision 5': {
    version: 5,
    revision: 5,
    method: 'AESV3',
    owner: 'ef01bf025645bba017e14b597aaea7e88497c71c0cabd7d37cc739c6f45cb5f64f552088b71a73f69a0da9c30c32bcff',
    user: '4fe2b27280ce7f1e99d87e69140389f7b611b7f769e41c49acae97a681b5dbc1fe7cdbb4f721387715d647e3c42a4003',
    userKey: '438c167119bcb61298cf096de07efb896737821f00aef0b232ae147212cd3f76',
    id: '16886c70af8cb793b012c1ebeb970e46',
    key: '644e6e1564f9c5bfedcf74093b2b1d28bbeb28abc37fed12979369f8b396833d',
  },
  'AES, 256 bits': {
    version: 5,
    revision: 6,
    method: 'AESV3',
    owner: '5215c1fbcb5e1554e8655238e4629e216ab8e37864c7d8cb1eb21bb9cdad09ea1efe7725d5ab7511dd8aaab13d25b22a',
    user: '8327f95cc252fff92448446a272aacfe73e34d679064736811f7a8d750a67def220663e88140127d6a40c7dd9db9e6ec',
    userKey: 'cb70e6841bc309f1a9b6ef07fe06df355a272b52a3edb64f60ef7c0c80dc1390',
    id: 'b94069134853f5d5825a87b7257e8761',
    key: '1b9a6949da4a76e6171c197d929cabc21975c8d767010390343be15436fbab26',
  },
} as const satisfies Record<string, EncryptionVector>

export type EncryptionForm = keyof typeof encryptionVectors
export const encryptionForms = Object.keys(encryptionVectors) as readonly EncryptionForm[]

/** All permissions, as qpdf writes them. */
const EVERYTHING = -4
/** Without bits 6 and 9 of ISO 32000-1, table 22. */
export const NO_SIGNING = EVERYTHING - (1 << 5) - (1 << 8)

const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'))
const hexString = (hex: string): PdfObject => ({ kind: 'string', bytes: bytesOf(hex) })

/** ISO 32000-2, algorithm 10. */
function sealPermissions(key: string, permissions: number): string {
  const plain = Buffer.from('00000000ffffffff54616462ffffffff', 'hex')
  plain.writeInt32LE(permissions)
  const cipher = createCipheriv('aes-256-ecb', bytesOf(key), null).setAutoPadding(false)
  return Buffer.concat([cipher.update(plain), cipher.final()]).toString('hex')
}

/** `permissions` is a part of the key before revision 5: there, only all of them open. */
export function encryptionDict(form: EncryptionForm, permissions = EVERYTHING): PdfDict {
  const vector: EncryptionVector = encryptionVectors[form]
  const { version, revision, method, owner, user, userKey, key } = vector
  const filter = method && pdfDict({ StdCF: pdfDict({ CFM: pdfName(method), AuthEvent: pdfName('DocOpen') }) })
  return pdfDict({
    Filter: pdfName('Standard'),
    V: version,
    R: revision,
    Length: (key.length / 2) * 8,
    P: permissions,
    O: hexString(owner),
    U: hexString(user),
    UE: userKey === undefined ? undefined : hexString(userKey),
    OE: userKey === undefined ? undefined : hexString(userKey),
    Perms: userKey === undefined ? undefined : hexString(sealPermissions(key, permissions)),
    EncryptMetadata: vector.encryptsMetadata,
    CF: filter,
    StmF: filter && pdfName('StdCF'),
    StrF: filter && pdfName('StdCF'),
  })
}

/** The /ID that the key belongs to. */
export const encryptedId = (form: EncryptionForm): PdfObject =>
  pdfArray([hexString(encryptionVectors[form].id), hexString(encryptionVectors[form].id)])

/** Of a trailer without references. */
export const directReader: ObjectReader = {
  resolve: (object) => object ?? null,
  get: (dict, key) => dict.entries.get(key) ?? null,
  entry: () => undefined,
}

interface EncryptedOptions extends BuildOptions {
  readonly permissions?: number
  /** Replaces the dictionary after the objects are encrypted. */
  readonly dictionary?: PdfDict
}

/** Builds a document that is encrypted; `buildPdf` tells about the rest. */
export function encryptedPdf(form: EncryptionForm, options: EncryptedOptions): Uint8Array {
  const dictionary = encryptionDict(form, options.permissions)
  const trailer = { Encrypt: dictionary, ID: encryptedId(form) }
  const encryption = readEncryption(pdfDict(trailer), directReader)
  const place = options.trailer?.Encrypt
  if (encryption === undefined) throw new Error('the dictionary is there')
  return buildPdf({
    ...options,
    encrypt: (num, object) =>
      isRef(place) && place.num === num ? object : encryption.encrypt({ num, gen: 0 }, object),
    trailer: { ...trailer, Encrypt: options.dictionary ?? dictionary, ...options.trailer },
  })
}
