/** @param url absolute */
export const isLoopback = (url: string): boolean => {
  const { hostname } = new URL(url)
  return (
    hostname === 'localhost' || hostname.endsWith('.localhost') || /^(?:127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)
  )
}
