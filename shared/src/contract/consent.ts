/**
 * What people agree to by signing, by version. A text that was shown once never changes; a new one gets a new version,
 * so that the log of every document says what its signers read.
 */
export const consents = {
  '1': 'Al firmar declaras que leíste el documento, que eres la persona indicada como firmante y que aceptas firmarlo por medios electrónicos.',
} as const satisfies Readonly<Record<string, string>>

export type ConsentVersion = keyof typeof consents

/** The version that pages show today. */
export const CONSENT_VERSION: ConsentVersion = '1'

export const isConsentVersion = (version: string): version is ConsentVersion => Object.hasOwn(consents, version)
