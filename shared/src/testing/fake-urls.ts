/** jsdom has no object URLs. Records revoked ones. */
export const fakeUrls = () => {
  const revoked: string[] = []
  let made = 0
  return {
    createObjectURL: () => {
      made += 1
      return `blob:${made}`
    },
    revokeObjectURL: (url: string) => void revoked.push(url),
    revoked,
  }
}
