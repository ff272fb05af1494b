import { readEncryption } from '../../syntax/encryption/read-encryption.ts'
import { isRef, type PdfDict, type PdfObject, pdfArray, pdfDict, withEntries } from '../../syntax/index.ts'
import { type BuildOptions, buildPdf } from './build-pdf.ts'
import { directReader, type EncryptionForm, encryptionDict } from './encrypted-pdf.ts'

/** Written by qpdf 11.3; hexadecimal. */
interface PasswordVector {
  readonly permissions: number
  readonly owner: string
  readonly user: string
  readonly userKey?: string
  readonly ownerKey?: string
  readonly sealed?: string
  readonly id: string
  readonly key: string
}

/** `restricted`: a user may neither fill nor sign. */
export type PasswordRights = 'permitted' | 'restricted'

export const USER_PASSWORD = 'Ñandú 2026'
export const OWNER_PASSWORD = 'dueño'

export const passwordVectors: Readonly<Record<EncryptionForm, Readonly<Record<PasswordRights, PasswordVector>>>> = {
  'RC4, 40 bits': {
    permitted: {
      permissions: -4,
      owner: '65347526903cc05c76dc1ba318bc7e915a6b089c24d9b3a5c718464678862a1a',
      user: 'c35e2a5abb78e637d083be1d4dd388bfb672871ae7cf0d7cf596b623c92442a7',
      id: 'd3ab4f1ed99729626f19347fb3c9881a',
      key: 'b4387d2293',
    },
    restricted: {
      permissions: -44,
      owner: '65347526903cc05c76dc1ba318bc7e915a6b089c24d9b3a5c718464678862a1a',
      user: 'c6ac0ef5cb881e39f72ec9a70e7113fad45a70193c3bf27722a8dd4616123805',
      id: 'd3ab4f1ed99729626f19347fb3c9881a',
      key: '669105e1ab',
    },
  },
  'RC4, 128 bits': {
    permitted: {
      permissions: -4,
      owner: '1a77c8b681f3389633c3551ce35eb3782b4a23b280221128d07ccbb2050616d8',
      user: '0149176e2a84b31959f730588d46b7b20122456a91bae5134273a6db134c87c4',
      id: 'd3ab4f1ed99729626f19347fb3c9881a',
      key: 'e77a79e8c4f86567507068ae68c26bb0',
    },
    restricted: {
      permissions: -1324,
      owner: '1a77c8b681f3389633c3551ce35eb3782b4a23b280221128d07ccbb2050616d8',
      user: '366cae24212ef33befa83a27fc0c81a80122456a91bae5134273a6db134c87c4',
      id: 'd3ab4f1ed99729626f19347fb3c9881a',
      key: '15f16e4b3c36a0e5322475da93694f0e',
    },
  },
  'RC4 by a crypt filter': {
    permitted: {
      permissions: -4,
      owner: '1a77c8b681f3389633c3551ce35eb3782b4a23b280221128d07ccbb2050616d8',
      user: '0149176e2a84b31959f730588d46b7b20122456a91bae5134273a6db134c87c4',
      id: 'd3ab4f1ed99729626f19347fb3c9881a',
      key: 'e77a79e8c4f86567507068ae68c26bb0',
    },
    restricted: {
      permissions: -1324,
      owner: '1a77c8b681f3389633c3551ce35eb3782b4a23b280221128d07ccbb2050616d8',
      user: '366cae24212ef33befa83a27fc0c81a80122456a91bae5134273a6db134c87c4',
      id: 'd3ab4f1ed99729626f19347fb3c9881a',
      key: '15f16e4b3c36a0e5322475da93694f0e',
    },
  },
  'AES, 128 bits': {
    permitted: {
      permissions: -4,
      owner: '1a77c8b681f3389633c3551ce35eb3782b4a23b280221128d07ccbb2050616d8',
      user: '0149176e2a84b31959f730588d46b7b20122456a91bae5134273a6db134c87c4',
      id: 'd3ab4f1ed99729626f19347fb3c9881a',
      key: 'e77a79e8c4f86567507068ae68c26bb0',
    },
    restricted: {
      permissions: -1324,
      owner: '1a77c8b681f3389633c3551ce35eb3782b4a23b280221128d07ccbb2050616d8',
      user: '366cae24212ef33befa83a27fc0c81a80122456a91bae5134273a6db134c87c4',
      id: 'd3ab4f1ed99729626f19347fb3c9881a',
      key: '15f16e4b3c36a0e5322475da93694f0e',
    },
  },
  'AES, 128 bits, plain metadata': {
    permitted: {
      permissions: -4,
      owner: '1a77c8b681f3389633c3551ce35eb3782b4a23b280221128d07ccbb2050616d8',
      user: '4b2b4a95d7261e648fcaa293cc77854c0122456a91bae5134273a6db134c87c4',
      id: 'd3ab4f1ed99729626f19347fb3c9881a',
      key: '9da4a2998b39c78c9c31301d4e9d5771',
    },
    restricted: {
      permissions: -1324,
      owner: '1a77c8b681f3389633c3551ce35eb3782b4a23b280221128d07ccbb2050616d8',
      user: 'a181a2d8918a843917ac083ada9a05190122456a91bae5134273a6db134c87c4',
      id: 'd3ab4f1ed99729626f19347fb3c9881a',
      key: 'f210a82f2206c456620bf3cf7f1185db',
    },
  },
  'AES, 256 bits, revision 5': {
    permitted: {
      permissions: -4,
      owner: 'ccd38a5ff60eee15758bb72908dd65f63f102d78941e81c8e91dcff3ca9feddd820138fc046b513385b5c2ff779a890f',
      user: '8c094739a25b9ca8125340133340f8cbc4568cbf4fb07e7c4d7d03a77842dde768f91cbc52f48a3f05af8b74b61bd6c4',
      userKey: '9cdc92cc09b5afa269e932ac9a3b96e270e81526d479d8248e5896e5a7192afd',
      ownerKey: '8536c147b237c129e6bf446d1633a18c600f93de0923e1874a8442a4d8ecfde3',
      sealed: '614759c0a94ce194c1bcfdfc40c7e822',
      id: 'd3ab4f1ed99729626f19347fb3c9881a',
      key: '4ccb8ca954837dc6b496369dc15516ed2c521642f168dc710e50d76b7526e0d7',
    },
    restricted: {
      permissions: -1324,
      owner: '9cdda23819135ce9bc43283a78594a7ccdeaf5c7895eb85d70c7f1a07f29c37d98b24151276b85484a4e1a76e317c4ef',
      user: 'd0f0a58ecc009c5a0a8761cf37684986e310bc75dfedf5f54744e191e96b3631df1a3adcaee8913c4cd29352efef53d8',
      userKey: '21b85c2b658c6d7cc1995c6d6230e8ecd7c6c50a27bba8dc314ec8299edb7ede',
      ownerKey: '847f538a08668d2e15c99f7eeb6cb7c82229ecd9638653dd00520d6d3bab7fd2',
      sealed: '81059749e9edfde4028c044ee04e3606',
      id: 'd3ab4f1ed99729626f19347fb3c9881a',
      key: 'fc6d435641e2f3f4f2ec427d789b762ce5758764f83c656ccdd609e3f0d0c330',
    },
  },
  'AES, 256 bits': {
    permitted: {
      permissions: -4,
      owner: '03d59b927987428db497f3219bd7ba0fa502dbf994bea3c6e45bb2626012e5150ff72e9976a5657b1a0027ee6a332df8',
      user: '7edd3d894664bbe097e9b4421bb9315a3f87c9991e2ad5f3608fa371cd588e135c7d0e3a695caaa495e1cc3124e4fca4',
      userKey: '4970ce9b456c056bd557c4e0bfd974527e8bbb24f614b4b60bae4ca6c9e982fc',
      ownerKey: '4511defa7046ca84a053603f6abd7fdb35a427ef47b1194507c33f9a26cf57f7',
      sealed: '8e87d2442a281f21be601ccae129091f',
      id: 'd3ab4f1ed99729626f19347fb3c9881a',
      key: '762308721dc1822089949566b29b639e9c39d9e0b62022a0482c10034fb1fce9',
    },
    restricted: {
      permissions: -1324,
      owner: 'b04d1158cb937d966049ce631de447e12600ace6e595a07c67181b047127b968c256025c249e1d223eb32b18e38aab6a',
      user: 'c11778cfe93fe52cdd4ec841e196f7ab352e187611ba4430153ad8172d282652892984f9f156de270fffb46345a711f8',
      userKey: 'b792787f62f07ea3d15b5c79b23038d41304cfa842d50e7d58eb949275307a33',
      ownerKey: '7a06177327cda7bdf4c3a6b194c79dee8975cd4e181c08d79013b441960a6e37',
      sealed: 'b23aa6e7a66dcd3110886630307a4388',
      id: 'd3ab4f1ed99729626f19347fb3c9881a',
      key: '6136d800b2b378693ab7497dafbdd9330eae1bd6953e5563ac3f817eb335f52e',
    },
  },
}

const hexString = (hex: string | undefined): PdfObject | undefined =>
  hex === undefined ? undefined : { kind: 'string', bytes: new Uint8Array(Buffer.from(hex, 'hex')) }

/** The dictionary and the /ID that belong together. */
export function passwordTrailer(form: EncryptionForm, rights: PasswordRights = 'permitted') {
  const { permissions, owner, user, userKey, ownerKey, sealed, id } = passwordVectors[form][rights]
  const dictionary = withEntries(encryptionDict(form), {
    P: permissions,
    O: hexString(owner),
    U: hexString(user),
    UE: hexString(userKey),
    OE: hexString(ownerKey),
    Perms: hexString(sealed),
  })
  return { Encrypt: dictionary, ID: pdfArray([hexString(id) ?? null, hexString(id) ?? null]) }
}

interface ProtectedOptions extends Partial<BuildOptions> {
  readonly rights?: PasswordRights
  /** Replaces the dictionary after the objects are encrypted. */
  readonly dictionary?: PdfDict
}

/** Builds a document that opens with `USER_PASSWORD` or `OWNER_PASSWORD` alone. */
export function protectedPdf(form: EncryptionForm = 'AES, 256 bits', options: ProtectedOptions = {}): Uint8Array {
  const trailer = passwordTrailer(form, options.rights)
  const encryption = readEncryption(pdfDict(trailer), directReader, OWNER_PASSWORD)
  const place = options.trailer?.Encrypt
  if (encryption === undefined) throw new Error('the dictionary is there')
  return buildPdf({
    xref: 'table',
    ...options,
    encrypt: (num, object) =>
      isRef(place) && place.num === num ? object : encryption.encrypt({ num, gen: 0 }, object),
    trailer: { ...trailer, Encrypt: options.dictionary ?? trailer.Encrypt, ...options.trailer },
  })
}
