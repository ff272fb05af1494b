/**
 * `sessionStorage`: survives a reload, ends with the tab. A browser that blocks it, or whose storage is full, keeps
 * nothing.
 */
export const readInTab = (key: string): string | undefined => {
  try {
    return sessionStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** @returns false if nothing was kept */
export const keepInTab = (key: string, text: string): boolean => {
  try {
    sessionStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

export const forgetInTab = (key: string): void => {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
