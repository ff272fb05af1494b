import {
  type EncryptionForm,
  encryptedId,
  encryptionDict,
  encryptionForms,
  encryptionVectors,
} from '../../testing/node/encrypted-pdf.ts'
import { isArray, isString } from '../objects.ts'
import { asciiBytes } from '../serialize.ts'
import { deriveFileKey, type KeyParameters, permissionsAgree } from './file-key.ts'

const parametersOf = (form: EncryptionForm): KeyParameters => {
  const { entries } = encryptionDict(form)
  const bytes = (key: string): Uint8Array => {
    const value = entries.get(key)
    return isString(value) ? value.bytes : new Uint8Array()
  }
  const id = encryptedId(form)
  const first = isArray(id) ? id.items[0] : undefined
  return {
    revision: encryptionVectors[form].revision,
    keyLength: encryptionVectors[form].key.length / 2,
    owner: bytes('O'),
    user: bytes('U'),
    userKey: bytes('UE'),
    permissions: -4,
    fileId: isString(first) ? first.bytes : new Uint8Array(),
    encryptsMetadata: entries.get('EncryptMetadata') !== false,
  }
}

test.each(encryptionForms)('the empty password gives the key that qpdf reports: %s', (form) => {
  const key = deriveFileKey(parametersOf(form), new Uint8Array())
  expect(Buffer.from(key ?? []).toString('hex')).toBe(encryptionVectors[form].key)
})

test.each(encryptionForms)('another password gives no key: %s', (form) => {
  expect(deriveFileKey(parametersOf(form), asciiBytes('owner'))).toBeUndefined()
})

test.each(encryptionForms.filter((form) => encryptionVectors[form].revision < 5))(
  'the permissions and the file’s identifier are a part of the key: %s',
  (form) => {
    const parameters = parametersOf(form)
    expect(deriveFileKey({ ...parameters, permissions: -36 }, new Uint8Array())).toBeUndefined()
    expect(deriveFileKey({ ...parameters, fileId: asciiBytes('another') }, new Uint8Array())).toBeUndefined()
  },
)

test('altered permissions of revision 6 do not agree with their encrypted copy', () => {
  const parameters = parametersOf('AES, 256 bits')
  const key = new Uint8Array(Buffer.from(encryptionVectors['AES, 256 bits'].key, 'hex'))
  // /Perms as qpdf wrote it.
  const sealed = new Uint8Array(Buffer.from('815d94b51f7297c8393071e109c64bf5', 'hex'))
  expect(permissionsAgree(key, sealed, parameters)).toBe(true)
  expect(permissionsAgree(key, sealed, { ...parameters, permissions: -36 })).toBe(false)
  expect(permissionsAgree(key, sealed, { ...parameters, encryptsMetadata: false })).toBe(false)
  expect(permissionsAgree(key, new Uint8Array(16), parameters)).toBe(false)
})
