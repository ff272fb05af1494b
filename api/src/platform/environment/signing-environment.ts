import { resolve } from 'node:path'
import { flagVariable, invalidEnvironment, textVariable } from 'shared/server'
import * as v from 'valibot'

export const signingVariables = {
  /** External TSA; falls back to the platform's. */
  TSA_URL: v.optional(
    v.pipe(
      v.string(),
      v.check((text) => {
        if (!URL.canParse(text)) return false
        const { protocol, username, password } = new URL(text)
        return ['http:', 'https:'].includes(protocol) && username === '' && password === ''
      }, 'debe ser una dirección https://, sin usuario ni contraseña'),
    ),
  ),
  /** PEM file of its authorities. */
  TSA_CA: textVariable,
  /** Tokens are signed, so http is safe, but reveals when someone signs. */
  TSA_ALLOW_HTTP: flagVariable(),
  /** An issuing CA, or one certificate that signs for all. */
  SIGNING_P12: textVariable,
  SIGNING_P12_PASSWORD_FILE: textVariable,
  /** PEM file of authorities missing there. */
  SIGNING_P12_CA: textVariable,
  SIGNING_PKCS11_MODULE: textVariable,
  SIGNING_PKCS11_TOKEN: textVariable,
  /** Key id, hexadecimal. */
  SIGNING_PKCS11_KEY: v.optional(
    v.pipe(v.string(), v.regex(/^[\da-f]{2,128}$/i, 'debe ser un identificador hexadecimal')),
  ),
  SIGNING_PKCS11_PIN_FILE: textVariable,
  /** PEM file: certificate, then chain to the root. */
  SIGNING_PKCS11_CERTIFICATES: textVariable,
  NATIONAL_CA: textVariable,
  /** Revocation check before signing. */
  CARD_REVOCATION: v.optional(v.picklist(['optional', 'required'], 'debe ser optional o required'), 'optional'),
  /** Days before expiry of the last time stamp. */
  SEAL_RENEWAL_DAYS: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,4}$/, 'debe ser un número de días'),
      v.transform(Number),
      v.minValue(1, 'debe ser al menos 1'),
      v.maxValue(700, 'debe ser como máximo 700'),
    ),
    '180',
  ),
}

/** Absolute paths. */
export interface P12Place {
  readonly kind: 'p12'
  readonly p12: string
  readonly passwordFile: string | null
  readonly authorities: string | null
}

/** The key never leaves the module. */
export interface Pkcs11Place {
  readonly kind: 'pkcs11'
  readonly module: string
  readonly token: string
  readonly key: string
  readonly pinFile: string
  readonly certificates: string
}

export interface SigningEnvironment {
  /** `authorities`: PEM file, absolute. */
  readonly timeStampAuthority: { readonly url: string; readonly authorities: string } | null
  readonly ownCertificate: P12Place | Pkcs11Place | null
  /** Absolute. */
  readonly nationalCa: string | null
  readonly cardRevocation: 'optional' | 'required'
  readonly sealRenewalDays: number
}

const SigningVariables = v.object(signingVariables)
type Values = v.InferOutput<typeof SigningVariables>

const timeStampAuthorityOf = ({ TSA_URL: url, TSA_CA: ca, TSA_ALLOW_HTTP: allow }: Values) => {
  if (url === undefined) {
    if (ca !== undefined) throw invalidEnvironment('TSA_CA necesita TSA_URL')
    return null
  }
  if (new URL(url).protocol === 'http:' && allow !== '1')
    throw invalidEnvironment('TSA_URL debe ser una dirección https://, o declara TSA_ALLOW_HTTP=1')
  if (ca === undefined)
    throw invalidEnvironment('TSA_URL necesita TSA_CA, un archivo PEM con las autoridades de ese sello de tiempo')
  return { url, authorities: resolve(ca) }
}

const p12Of = ({ SIGNING_P12: p12, SIGNING_P12_PASSWORD_FILE: password, SIGNING_P12_CA: ca }: Values) => {
  if (p12 === undefined) {
    if (password !== undefined) throw invalidEnvironment('SIGNING_P12_PASSWORD_FILE necesita SIGNING_P12')
    if (ca !== undefined) throw invalidEnvironment('SIGNING_P12_CA necesita SIGNING_P12')
    return null
  }
  const passwordFile = password === undefined ? null : resolve(password)
  return { kind: 'p12', p12: resolve(p12), passwordFile, authorities: ca === undefined ? null : resolve(ca) } as const
}

const pkcs11Of = (values: Values): Pkcs11Place | null => {
  const names = ['MODULE', 'TOKEN', 'KEY', 'PIN_FILE', 'CERTIFICATES'] as const
  const given = names.map((name) => values[`SIGNING_PKCS11_${name}`])
  const [module, token, key, pinFile, certificates] = given
  if (given.every((value) => value === undefined)) return null
  if (!module || !token || !key || !pinFile || !certificates) {
    const missing = names.filter((_, index) => given[index] === undefined).map((name) => `SIGNING_PKCS11_${name}`)
    throw invalidEnvironment(`las variables SIGNING_PKCS11_* van juntas; falta ${missing.join(', ')}`)
  }
  const files = { module: resolve(module), pinFile: resolve(pinFile), certificates: resolve(certificates) }
  return { kind: 'pkcs11', token, key: key.toLowerCase(), ...files }
}

const ownCertificateOf = (values: Values): P12Place | Pkcs11Place | null => {
  const [p12, pkcs11] = [p12Of(values), pkcs11Of(values)]
  if (p12 !== null && pkcs11 !== null) throw invalidEnvironment('SIGNING_P12 y SIGNING_PKCS11_MODULE no van juntas')
  return p12 ?? pkcs11
}

export const signingEnvironmentOf = (values: Values): SigningEnvironment => ({
  timeStampAuthority: timeStampAuthorityOf(values),
  ownCertificate: ownCertificateOf(values),
  nationalCa: values.NATIONAL_CA === undefined ? null : resolve(values.NATIONAL_CA),
  cardRevocation: values.CARD_REVOCATION,
  sealRenewalDays: values.SEAL_RENEWAL_DAYS,
})
