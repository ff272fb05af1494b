/** jsdom has no `Response`. */
class FakeResponse {
  private readonly body: Blob
  constructor(body: Blob) {
    this.body = body
  }
  async blob(): Promise<Blob> {
    return this.body
  }
}

const ORIGIN = 'http://localhost'

/** Insertion order, as in browsers. */
const fakeCache = (isFull: () => boolean) => {
  const kept = new Map<string, FakeResponse>()
  return {
    match: async (path: string) => kept.get(ORIGIN + path),
    put: async (path: string, response: FakeResponse) => {
      if (isFull()) throw new DOMException('full', 'QuotaExceededError')
      kept.delete(ORIGIN + path)
      kept.set(ORIGIN + path, response)
    },
    keys: async () => [...kept.keys()].map((url) => ({ url })),
    delete: async ({ url }: { url: string }) => kept.delete(url),
  }
}

export const fakeCaches = () => {
  const caches = new Map<string, ReturnType<typeof fakeCache>>()
  let full = false
  const storage = {
    open: async (name: string) => {
      const cache = caches.get(name) ?? fakeCache(() => full)
      caches.set(name, cache)
      return cache
    },
    keys: async () => [...caches.keys()],
    delete: async (name: string) => caches.delete(name),
  }
  return {
    storage,
    names: () => [...caches.keys()],
    paths: async (name: string) => (await caches.get(name)?.keys())?.map(({ url }) => new URL(url).pathname) ?? [],
    fill: () => {
      full = true
    },
    install: () => Object.assign(globalThis, { caches: storage, Response: FakeResponse }),
    remove: () => {
      Reflect.deleteProperty(globalThis, 'caches')
      Reflect.deleteProperty(globalThis, 'Response')
    },
  }
}
