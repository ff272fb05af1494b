/** Never change a published text: the evidence log records its version. */
export const consents = {
  '1': 'Al firmar declaras que leíste el documento, que eres la persona indicada como firmante y que aceptas firmarlo por medios electrónicos.',
  /** For one act that signs several documents (`SENDING_CONSENT_VERSION`). */
  '2': 'Al firmar declaras que leíste todos los documentos de la lista, que eres la persona indicada como firmante en cada uno y que aceptas firmarlos todos, en un solo acto, por medios electrónicos.',
} as const satisfies Readonly<Record<string, string>>

export type ConsentVersion = keyof typeof consents

/** Version that pages show now. */
export const CONSENT_VERSION: ConsentVersion = '1'

/** That a page shows with the list of the documents that one act signs. */
export const SENDING_CONSENT_VERSION: ConsentVersion = '2'

/** Pages of an earlier release send an earlier version. */
export const isConsentVersion = (version: string): version is ConsentVersion => Object.hasOwn(consents, version)
