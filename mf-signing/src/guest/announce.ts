interface Announcement {
  readonly type: 'ready' | 'signed' | 'declined' | 'error'
  readonly code?: string | undefined
}

/** Heard by hosts alone (docs/embedding.md). Never add a token. */
export const announce = (detail: Announcement): void => {
  window.dispatchEvent(new CustomEvent('trazo', { detail }))
}

export const isFramed = (): boolean => window.parent !== window || Boolean(globalThis.trazoSite)
