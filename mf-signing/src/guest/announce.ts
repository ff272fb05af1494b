interface Announcement {
  readonly type: 'ready' | 'signed' | 'declined' | 'error'
  readonly code?: string | undefined
}

/** Heard by hosts alone (docs/embedding.md). Never add a token. */
export const announceToEmbedder = (detail: Announcement): void => {
  window.dispatchEvent(new CustomEvent('trazo', { detail }))
}

export const isEmbedded = (): boolean => window.parent !== window || Boolean(globalThis.trazoSite)
