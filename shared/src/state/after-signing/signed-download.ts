type SignedDownload = () => Promise<void>

let kept: SignedDownload | undefined

/**
 * For the page to which guests go after they signed. In memory: the
 * function holds the guest's token, which must not be stored.
 */
export const keepSignedDownload = (download: SignedDownload | undefined): void => {
  kept = download
}

export const keptSignedDownload = (): SignedDownload | undefined => kept
