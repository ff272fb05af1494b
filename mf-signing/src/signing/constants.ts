export const SIGNING_TIMEOUT_MS = 60_000

export const RELOAD_LABEL = 'Recargar el documento'
export const EXTERNAL_SIGNER_LABEL = 'Firmar con mi propio programa'
